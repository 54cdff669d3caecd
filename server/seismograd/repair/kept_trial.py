"""What it takes to run one trial of a search again, alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from seismograd.repair.objective import Direction, Objective, Origin
from seismograd_sandbox.untrusted_files import read_without_links
from seismograd_sandbox.untrusted_writes import replace_file

MOST_BYTES = 1 << 24


@dataclass(frozen=True, slots=True)
class KeptTrial:
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
        replace_file(folder / _name(self.number), content, within=root)


def find_trial(folder: Path, entry: str, number: int) -> KeptTrial | None:
    """Of the latest search of an entry, of all that the folder has."""
    files = sorted(_files(folder, number), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    found = (_read(file) for file in files)
    return next((one for one in found if one is not None and one.entry == entry), None)


def _files(folder: Path, number: int) -> Iterator[Path]:
    with suppress(OSError):
        yield from (file for file in folder.glob(f"*/{_name(number)}") if file.is_file())


def _name(number: int) -> str:
    return f"trial-{number}.json"


def _read(file: Path) -> KeptTrial | None:
    """None of what is no kept trial."""
    try:
        return _kept(json.loads(read_without_links(file, MOST_BYTES)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _kept(told: Mapping[str, Any]) -> KeptTrial:
    objective, value = told["objective"], told["value"]
    return KeptTrial(
        int(told["number"]),
        str(told["entry"]),
        str(told["title"]),
        {str(path): str(text) for path, text in told["changed"].items()},
        Objective(
            str(objective["name"]), Direction(objective["direction"]), Origin(objective["origin"])
        ),
        None if value is None else float(value),
    )
