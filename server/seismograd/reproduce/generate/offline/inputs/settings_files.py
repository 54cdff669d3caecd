"""Settings files of a project: which is meant, and copies with other values for a run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from seismograd.reproduce.context.options.of_settings import Setting, settings_in_files
from seismograd.reproduce.context.project_files import readme_of
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.generate.offline.inputs.literals import literal_value

_NAMES = re.compile(
    r"^-{0,2}(?:\w+[-_])?(?:config|cfg|conf|settings|params|hparams)(?:[-_]\w+)?$|^-c$"
)


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A file that a script is told to read its settings from."""

    path: str
    settings: tuple[Setting, ...]
    words: tuple[str, ...]
    """The words of the command, with the changed file in the place of this one."""

    @property
    def changed(self) -> str:
        return f"changed{Path(self.path).suffix}"

    def statements(self, values: Iterable[tuple[Setting, str]]) -> list[str]:
        """What writes the changed file; values are expressions."""
        is_json = self.path.endswith(".json")
        load, dump = (
            ("json.loads", "json.dumps") if is_json else ("yaml.safe_load", "yaml.safe_dump")
        )
        places = (
            (f"settings{''.join(f'[{key!r}]' for key in setting.keys)}", value)
            for setting, value in values
        )
        return [
            f"settings = {load}(Path({self.path!r}).read_text())",
            *(f"{place} = {value}" for place, value in places),
            f"Path({self.changed!r}).write_text({dump}(settings))",
        ]

    @property
    def imports(self) -> tuple[str, ...]:
        library = "import json" if self.path.endswith(".json") else "import yaml"
        return (library, "from pathlib import Path")


def files_with_settings(root: Path, text: str = "") -> dict[str, dict[str, object]]:
    """Their contents: those that the report speaks of first, then those that the README shows."""
    found: dict[str, dict[str, object]] = {}
    for setting in settings_in_files(root):
        inner = found.setdefault(setting.file, {})
        for key in setting.keys[:-1]:
            below = inner.setdefault(key, {})
            inner = below if isinstance(below, dict) else {}
        inner[setting.name] = literal_value(setting.value)
    readme = readme_of(root)
    ranked = sorted(found, key=lambda file: (not _is_spoken_of(file, text), file not in readme))
    return {file: found[file] for file in ranked}


def _is_spoken_of(file: str, text: str) -> bool:
    stem = re.escape(Path(file).stem)
    return file in text or re.search(rf"\b{stem}\b", text, re.I) is not None


def settings_file(root: Path, entry: EntryPoint, words: list[str]) -> SettingsFile | None:
    """The one that the words name, else the default of an option for it."""
    known: dict[str, list[Setting]] = {}
    for setting in settings_in_files(root):
        known.setdefault(setting.file, []).append(setting)
    for at, word in enumerate(words):
        flag, equals, value = word.rpartition("=")
        if value in known:
            changed = f"{flag}{equals}changed{Path(value).suffix}"
            told = (*words[:at], changed, *words[at + 1 :])
            return SettingsFile(value, tuple(known[value]), told)
    for option in entry.options:
        file = _default(option, known)
        if file is not None:
            told = (*words, option.flag, f"changed{Path(file).suffix}")
            if not option.flag.startswith("-"):
                told = (f"changed{Path(file).suffix}", *words)
            return SettingsFile(file, tuple(known[file]), told)
    return None


def _default(option: Option, known: dict[str, list[Setting]]) -> str | None:
    """The file that is read where nothing is said; the only one, where it must be said."""
    if not _NAMES.search(option.flag):
        return None
    default = literal_value(option.default) if option.default else None
    plain = str(default if default is not None else option.default or "").removeprefix("./")
    if plain in known:
        return plain
    return next(iter(known)) if option.required and len(known) == 1 else None
