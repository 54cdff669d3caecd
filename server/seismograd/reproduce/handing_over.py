"""What is handed over: the script, the result as JSON, and a report for the issue."""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from seismograd.own_folder import NAME, own_folder, real_folder
from seismograd.reproduce.kept import FOLDER, RESULT, WRITE_UP
from seismograd.reproduce.result import Reproduction, as_dict
from seismograd.reproduce.write_up import write_up

MOST_OF_TITLE = 48


class CannotHandOver(Exception):
    """The folder cannot be written to; the message says what to do."""


def new_folder(root: Path) -> Path:
    """A folder for one reproduction, in the project, ignored by version control."""
    try:
        own_folder(root)
        parent = real_folder(root / NAME / FOLDER)
        folder = parent / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
        folder.mkdir()
    except OSError as error:
        raise _cannot(Path(error.filename or root / NAME), error) from error
    return folder


def hand_over(result: Reproduction, folder: Path) -> Reproduction:
    """Write everything; the result then knows where its script is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if result.proof is not None:
            script = folder / f"{script_name(result.title)}.py"
            script.write_text(result.proof.candidate.source, encoding="utf-8")
            result = replace(result, script=script)
        (folder / RESULT).write_text(json.dumps(as_dict(result), indent=2), encoding="utf-8")
        (folder / WRITE_UP).write_text(write_up(result), encoding="utf-8")
    except OSError as error:
        raise _cannot(folder, error) from error
    return result


def script_name(title: str) -> str:
    """A module name from the title of a report, whatever is in it."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    name = ""
    for word in words:
        if len(name) + len(word) > MOST_OF_TITLE:
            break
        name += f"_{word}"
    return f"reproduce{name or '_issue'}"


def _cannot(folder: Path, error: OSError) -> CannotHandOver:
    reason = error.strerror or str(error)
    return CannotHandOver(f"{folder} cannot be written ({reason}); name a folder with --out")
