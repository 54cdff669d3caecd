"""Files that a result consists of, under names that say what they are."""

from __future__ import annotations

import itertools
import json
import os
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from seismograd.reproduce.candidate import Stage
from seismograd.reproduce.results.result import Reproduction, as_dict, outcome
from seismograd.reproduce.results.saved_results import (
    FINDINGS,
    RESULT,
    WRITE_UP,
)
from seismograd.reproduce.results.write_up import write_up
from seismograd.signed_files import write_signed
from seismograd_sandbox.untrusted_writes import create_file, make_folder, replace_file

MOST_CHARACTERS = 48


def name_from(title: str) -> str:
    """Words in small letters, joined so that they can be part of a name in Python."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = ""
    for word in re.findall(r"[a-z0-9]+", plain):
        if len(name) + len(word) > MOST_CHARACTERS:
            break
        name += f"_{word}"
    return name.removeprefix("_") or "issue"


NEAREST = "nearest_attempt.py"
"""Not a reproduction: what came nearest to one."""
UNCONFIRMED = "it showed the bug once, and that was not confirmed"


class CannotWriteResults(Exception):
    """The folder cannot be written to; the message says why, and whoever tells it what to do."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where results of the project at `root` are written, without following its links."""

    folder: Path
    root: Path
    test: Path | None = None
    """Where the regression test was wanted: a new file, or a folder."""

    def write(self, name: str, text: str) -> Path:
        replace_file(self.folder / name, text.encode("utf-8", "replace"), within=self.root)
        return self.folder / name

    def sign(self, name: str, text: str) -> Path:
        """Write what the editor acts upon, and would not if it had come with the project."""
        write_signed(self.folder / name, text.encode("utf-8", "replace"), self.root)
        return self.folder / name


def write_results(
    result: Reproduction, to: Destination, findings: Mapping[str, object] | None = None
) -> Reproduction:
    """Write everything; the result then knows where its files are."""
    folder = to.folder
    try:
        make_folder(folder, within=to.root)
        result = _with_scripts(result, to)
        result = _with_test(result, to)
        if findings is not None:
            to.sign(FINDINGS, json.dumps(findings, indent=2))
        to.write(WRITE_UP, write_up(result))
        to.sign(RESULT, json.dumps(as_dict(result), indent=2))
    except OSError as error:
        raise _cannot(Path(error.filename or folder), error) from error
    return result


def script_name(title: str) -> str:
    """A module name from the title of a report, whatever is in it."""
    return f"reproduce_{name_from(title)}"


def name_of_test(title: str) -> str:
    return f"test_{name_from(title)}.py"


def _with_scripts(result: Reproduction, to: Destination) -> Reproduction:
    if result.proof is not None:
        name = f"{script_name(result.title)}.py"
        return replace(result, script=to.write(name, result.proof.candidate.source))
    nearest = result.nearest_attempt
    if nearest is None or not nearest.candidate.source.strip():
        return result
    words = UNCONFIRMED if nearest.stage is Stage.REPEATS else f"it {outcome(nearest.stage)}"
    text = f"# This is no reproduction: {words}.\n{nearest.candidate.source}"
    return replace(result, nearest=to.write(NEAREST, text))


def _with_test(result: Reproduction, to: Destination) -> Reproduction:
    """Where it was wanted, or beside the script; nothing that is there is written over."""
    if not result.test_source:
        return result
    name, wanted = name_of_test(result.title), to.test
    if wanted is not None:
        place = _free(wanted / name) if wanted.is_dir() else wanted
        with suppress(FileExistsError):
            create_file(place, result.test_source.encode(), within=to.root)
            return replace(result, test=place)
    return replace(result, test=to.sign(_free(to.folder / name).name, result.test_source))


def _free(path: Path) -> Path:
    """The path, or one with a number."""
    others = (path.with_stem(f"{path.stem}_{number}") for number in itertools.count(2))
    return next(one for one in itertools.chain([path], others) if not os.path.lexists(one))


def _cannot(folder: Path, error: OSError) -> CannotWriteResults:
    return CannotWriteResults(f"{folder} cannot be written ({error.strerror or error})")
