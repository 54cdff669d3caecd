"""Settings from `[tool.seismograd]` in pyproject.toml, and from whoever overrides them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

from seismograd.faults import Severity
from seismograd.near_names import nearest
from seismograd.settings import DEFAULT_EXCLUDE, THE_USERS_OWN, Settings
from seismograd_sandbox.untrusted_files import read_whole_file

FILE_NAME = "pyproject.toml"
MOST_BYTES = 1_000_000
SANDBOXES = ("auto", "docker", "bubblewrap", "process")
LLM_KEYS = ("provider", "model", "baseUrl")
_NAMES = tuple(field.name for field in fields(Settings))
_Item = TypeVar("_Item")


class _WrongValueError(Exception):
    """A value that a setting cannot take; the message says what it can."""


def load_settings(folder: Path) -> tuple[Settings, list[str]]:
    """The settings that hold in a folder, and what is wrong with the file they stand in."""
    settings, _, problems = read_settings(folder)
    return settings, problems


def read_settings(folder: Path) -> tuple[Settings, Path | None, list[str]]:
    """As `load_settings`, with the file in effect; the nearest file that has the table wins."""
    problems: list[str] = []
    for parent in (folder.absolute(), *folder.absolute().parents):
        table, trouble = _table_of(parent / FILE_NAME)
        problems += trouble
        if table is not None:
            path = parent / FILE_NAME
            table, refused = _without_consent(table)
            settings, found = merge_settings(Settings(), table)
            found = [*refused, *found]
            return settings, path, problems + [f"{path}: {problem}" for problem in found]
    return Settings(), None, problems


def merge_settings(base: Settings, overrides: Mapping[str, object]) -> tuple[Settings, list[str]]:
    """The base with every sound override applied, and a message for each unsound one.

    Names may be written in any case style; `None` means "not set"; tables are merged key by key.
    """
    problems: list[str] = []
    for key, value in _nested(overrides).items():
        name = _canonical(key, _NAMES)
        if name is None:
            problems.append(f"unknown setting '{key}'{_suggestion(key, _NAMES)}")
        elif value is not None:
            base = _with_setting(base, name, value, problems)
    return base, problems


def _with_setting(base: Settings, name: str, value: object, problems: list[str]) -> Settings:
    try:
        read: Any = _READERS[name](value, problems)
    except _WrongValueError as wrong:
        problems.append(f"setting '{name}' {wrong}")
        return base
    if isinstance(read, dict):
        read = {**getattr(base, name), **read}
    return replace(base, **{name: read})


def _without_consent(
    table: Mapping[str, object],
) -> tuple[Mapping[str, object], list[str]]:
    """A project's table without what only the user can agree to."""
    refused = [key for key in table if _canonical(key, _NAMES) in THE_USERS_OWN]
    kept = {key: value for key, value in table.items() if key not in refused}
    return kept, [f"setting '{key}' is ignored here: only you can set it" for key in refused]


def _table_of(path: Path) -> tuple[Mapping[str, object] | None, list[str]]:
    if not os.path.lexists(path):
        return None, []
    try:
        raw = read_whole_file(path, MOST_BYTES, within=path.parent)
    except (FileNotFoundError, NotADirectoryError):
        return None, []
    except OSError as error:
        return None, [f"{path}: cannot be read: {error.strerror}"]
    # Where there is no such file, nobody waits for this to load.
    import tomllib

    try:
        content = tomllib.loads(raw.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        return None, [f"{path}: not valid TOML: {error}"]
    tool = content.get("tool")
    table = tool.get("seismograd") if isinstance(tool, dict) else None
    if table is None or isinstance(table, dict):
        return table, []
    return None, [f"{path}: tool.seismograd must be a table"]


def _nested(overrides: Mapping[str, object]) -> dict[str, object]:
    """Turn `{"llm.model": x}` into `{"llm": {"model": x}}`."""
    nested: dict[str, object] = {}
    for key, value in overrides.items():
        head, dot, rest = key.partition(".")
        if not dot:
            inner = nested.get(key)
            both = isinstance(inner, dict) and isinstance(value, Mapping)
            nested[key] = {**inner, **value} if both else value  # type: ignore[dict-item]
            continue
        group = nested.setdefault(head, {})
        nested[head] = {**group, rest: value} if isinstance(group, dict) else {rest: value}
    return nested


def _canonical(key: str, names: tuple[str, ...]) -> str | None:
    plain = _plain(key)
    return next((name for name in names if _plain(name) == plain), None)


def _plain(key: str) -> str:
    return re.sub(r"[-_]", "", key).lower()


def _suggestion(key: str, names: tuple[str, ...]) -> str:
    close = nearest(key, names)
    return "" if close is None else f"; did you mean '{close}'?"


def _strings(value: object, _problems: list[str]) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise _WrongValueError(f"must be a list of strings, not {_shown(value)}")
    return tuple(value)


def _excluded(value: object, problems: list[str]) -> tuple[str, ...]:
    given = _strings(value, problems)
    return (*DEFAULT_EXCLUDE, *(pattern for pattern in given if pattern not in DEFAULT_EXCLUDE))


def _string(value: object, _problems: list[str]) -> str:
    if not isinstance(value, str):
        raise _WrongValueError(f"must be a string, not {_shown(value)}")
    return value


def _switch(value: object, _problems: list[str]) -> bool:
    if not isinstance(value, bool):
        raise _WrongValueError(f"must be true or false, not {_shown(value)}")
    return value


def _sandbox(value: object, problems: list[str]) -> str:
    return _one_of(_string(value, problems), SANDBOXES)


def _severities(value: object, problems: list[str]) -> dict[str, Severity]:
    def read(level: object) -> Severity:
        return Severity(_one_of(_string(level, problems), tuple(Severity)))

    return _each(value, "severity", read, problems)


def _limits(value: object, problems: list[str]) -> dict[str, float]:
    def read(limit: object) -> float:
        if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= 0:
            raise _WrongValueError(f"must be a number, 0 for no limit, not {_shown(limit)}")
        return float(limit)

    return _each(value, "limits", read, problems)


def _llm(value: object, problems: list[str]) -> dict[str, str]:
    given = _each(value, "llm", lambda item: _string(item, problems), problems)
    known = {}
    for key, text in given.items():
        name = _canonical(key, LLM_KEYS)
        if name is None:
            problems.append(f"unknown setting 'llm.{key}'{_suggestion(key, LLM_KEYS)}")
        else:
            known[name] = text
    return known


def _each(
    value: object, group: str, read: Callable[[object], _Item], problems: list[str]
) -> dict[str, _Item]:
    if not isinstance(value, Mapping):
        raise _WrongValueError(f"must be a table, not {_shown(value)}")
    sound: dict[str, _Item] = {}
    for key, item in value.items():
        if item is None:
            continue
        try:
            sound[key] = read(item)
        except _WrongValueError as wrong:
            problems.append(f"setting '{group}.{key}' {wrong}")
    return sound


def _one_of(value: str, allowed: tuple[str, ...]) -> str:
    if value.lower() not in allowed:
        raise _WrongValueError(f"must be one of {', '.join(allowed)}, not {_shown(value)}")
    return value.lower()


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


_READERS: dict[str, Callable[[object, list[str]], object]] = {
    "select": _strings,
    "ignore": _strings,
    "severity": _severities,
    "preview": _switch,
    "exclude": _excluded,
    "python": _string,
    "sandbox": _sandbox,
    "gpu": _switch,
    "limits": _limits,
    "llm": _llm,
    "entry": _string,
    "build_image": _switch,
}
