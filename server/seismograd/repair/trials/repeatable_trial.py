"""What it takes to run one trial of a search again, alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from seismograd.own_documents import inside, own_document
from seismograd.own_folder import NAME
from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.results.saved_repair import FOLDER
from seismograd.signed_files import write_signed


@dataclass(frozen=True, slots=True)
class RepeatableTrial:
    number: int
    entry: str
    title: str
    changed: Mapping[str, str]
    """Whole files, by their path in the project."""
    objective: Objective
    value: float | None

    def write(self, folder: Path, root: Path) -> None:
        """Raises `OSError`."""
        content = json.dumps(asdict(self), indent=1).encode()
        write_signed(folder / _name(self.number), content, root)


def find_repeatable_trial(root: Path, entry: str, number: int) -> RepeatableTrial | None:
    """Of this user's latest search of an entry: those that came with the project do not count."""
    files = sorted(_files(root, number), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    found = (_read(file, root) for file in files)
    return next((one for one in found if one is not None and one.entry == entry), None)


def _files(root: Path, number: int) -> Iterator[Path]:
    with suppress(OSError):
        files = (root / NAME / FOLDER).glob(f"*/{_name(number)}")
        yield from (file for file in files if file.is_file())


def _name(number: int) -> str:
    return f"trial-{number}.json"


def _read(file: Path, root: Path) -> RepeatableTrial | None:
    """None of what is no such trial, or changes files that are gone."""
    try:
        found = _trial(own_document(file, root) or {})
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return found if all(inside(root, path) for path in found.changed) else None


def _trial(told: Mapping[str, Any]) -> RepeatableTrial:
    objective, value = told["objective"], told["value"]
    return RepeatableTrial(
        int(told["number"]),
        str(told["entry"]),
        str(told["title"]),
        {str(path): str(text) for path, text in told["changed"].items()},
        Objective(
            str(objective["name"]), Direction(objective["direction"]), Origin(objective["origin"])
        ),
        None if value is None else float(value),
    )
