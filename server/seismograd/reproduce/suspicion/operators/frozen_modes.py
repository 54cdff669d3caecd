"""What is frozen stays in evaluation mode: its statistics are frozen as well."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import inserted
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_IN_ONE = re.compile(r"([\w.]+)\.requires_grad_\(False\)")
_ONE_BY_ONE = re.compile(
    r"for (\w+) in ([\w.]+)\.parameters\(\):\s+"
    r"\1\.(?:requires_grad = False|requires_grad_\(False\))"
)
_TRAINS = re.compile(r"([\w.]+)\.train\((?:True|mode=True)?\)")


def kept_in_evaluation(suspect: SuspectStatement) -> Iterator[Patch]:
    """From the moment on that it is frozen."""
    text = ast.unparse(suspect.statement)
    by_one, one_by_one = _IN_ONE.fullmatch(text), _ONE_BY_ONE.fullmatch(text)
    part = by_one[1] if by_one else one_by_one[2] if one_by_one else None
    if part is not None:
        line = f"{part}.eval()\n{part}.train = lambda mode=True: {part}"
        yield inserted(suspect, f"with {part} in evaluation mode from here on", line, after=True)


def put_back_to_evaluation(suspect: SuspectStatement) -> Iterator[Patch]:
    """Once the rest of the network is told to train."""
    found = _TRAINS.fullmatch(ast.unparse(suspect.statement))
    if found is not None:
        lines = (
            f"for part in {found[1]}.modules():\n"
            "    needed = [one.requires_grad for one in part.parameters()]\n"
            "    if needed and not any(needed):\n"
            "        part.eval()"
        )
        yield inserted(suspect, "with frozen parts in evaluation mode", lines, after=True)
