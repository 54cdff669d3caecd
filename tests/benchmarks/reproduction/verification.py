"""Whether a script shows the bug, seen from outside: it fails with it and passes without it."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.reproduction.bounded_run import Ended, run_bounded
from tests.benchmarks.reproduction.case import Case, Version

LIMIT = 300.0
PASSED = "NOT REPRODUCED"
NOT_THE_BUG = {"ImportError", "ModuleNotFoundError", "SyntaxError", "IndentationError", "TabError"}
"""No case is about one of these: it is the script that does not fit."""


@dataclass(frozen=True)
class Verdict:
    verified: bool
    why: str = ""


def verify(case: Case, script: Path, python: str = sys.executable) -> Verdict:
    if case.is_mismatch or case.version == "fixed":
        return Verdict(False, "there is nothing to reproduce")
    trouble = trouble_with_bug(run_script(case, script, "buggy", python))
    trouble = trouble or trouble_without_bug(run_script(case, script, "fixed", python))
    return Verdict(not trouble, trouble)


def run_script(case: Case, script: Path, version: Version, python: str) -> Ended:
    """With plain Python in the project's root, beside nothing but the project."""
    with TemporaryDirectory(prefix="reproduction-") as folder:
        project = case.lay_out(Path(folder) / case.source.name, version)
        copy = project / script.name
        copy.write_bytes(script.read_bytes())
        return run_bounded([python, copy], project, LIMIT)


def trouble_with_bug(ended: Ended) -> str:
    """Why this is no failure that shows the bug; nothing where it is one."""
    if ended.status is None:
        return "takes too long with the bug"
    if ended.status == 0:
        return "passes with the bug"
    if (name := exception_of(ended.err)) in NOT_THE_BUG:
        return f"ends with {name} of its own"
    return ""


def trouble_without_bug(ended: Ended) -> str:
    if ended.status is None:
        return "takes too long without the bug"
    if ended.status != 0:
        return f"fails without the bug: {exception_of(ended.err) or f'status {ended.status}'}"
    return "" if PASSED in ended.out else f"does not say {PASSED}"


def exception_of(err: str) -> str:
    """The short name of the exception that ended a program; "" where none did."""
    _, begun, last = err.rpartition("Traceback (most recent call last):")
    pattern = r"^([A-Za-z_][\w.]*)(?::|$)" if begun else r"^(\w*(?:Syntax|Indentation|Tab)Error):"
    found = re.search(pattern, last, re.MULTILINE)
    return found[1].rpartition(".")[2] if found else ""
