"""What the file of a project chooses about how its own code is run, and how much of it is heard."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from seismograd.runs.interpreter import would_be_found
from seismograd.settings import Settings
from seismograd_sandbox.host.selection import AUTO, WEAKEST, choose, is_weaker

OF_A_RUN = ("sandbox", "python", "gpu", "limits")
OF_A_REPRODUCTION = ("sandbox", "python")


def choices_of_file(settings: Settings, plain: Settings, names: Sequence[str]) -> list[str]:
    """What would not hold without the file, one line each; `plain` is what holds without it."""
    return [
        line
        for name in names
        for line in _differences(name, getattr(settings, name), getattr(plain, name))
    ]


def within_the_walls(
    settings: Settings, plain: Settings, root: Path
) -> tuple[Settings, dict[str, str]]:
    """The settings without what a stranger's project must not choose, and why, by setting.

    Raises `SandboxUnusable` where no sandbox works.
    """
    refused = {
        "sandbox": _weaker_sandbox(settings, plain, root),
        "python": _foreign_interpreter(settings, plain, root),
        "gpu": "--gpu allows it" if settings.gpu and not plain.gpu else "",
    }
    why = {name: reason for name, reason in refused.items() if reason}
    return replace(settings, **{name: getattr(plain, name) for name in why}), why


def sandbox_for_strangers(settings: Settings, plain: Settings) -> str:
    """The one to use for code that may be anybody's; `plain` is what the user alone has set."""
    return plain.sandbox if settings.sandbox == WEAKEST else settings.sandbox


def _weaker_sandbox(settings: Settings, plain: Settings, root: Path) -> str:
    named = settings.sandbox
    if named in (plain.sandbox, AUTO):
        return ""
    if named == WEAKEST:
        return f"its code would have your rights; --sandbox {named} takes it all the same"
    strongest = choose(AUTO, root).sandbox.name
    if not is_weaker(named, strongest):
        return ""
    return f"{strongest} works here and is stronger; --sandbox {named} takes it all the same"


def _foreign_interpreter(settings: Settings, plain: Settings, root: Path) -> str:
    named = settings.python
    if named is None or named == plain.python or would_be_found(named, root):
        return ""
    return "it is none that would be found here; --python takes it all the same"


def _differences(name: str, value: object, other: object) -> list[str]:
    if isinstance(value, Mapping) and isinstance(other, Mapping):
        changed = {key: item for key, item in value.items() if other.get(key) != item}
        return [f"{name}.{key} = {_written(item)}" for key, item in changed.items()]
    return [] if value == other else [f"{name} = {_written(value)}"]


def _written(value: object) -> str:
    """As it stands in the file."""
    return f"{value:g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
