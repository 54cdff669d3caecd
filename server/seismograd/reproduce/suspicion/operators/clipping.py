"""Gradients that are clipped too soon, too late, or not where they are used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import inserted
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_STEP = re.compile(
    r"(?P<one>(?:self\.)?\w*opt\w*)\.step\(\)|\.step\((?P<other>(?:self\.)?\w*opt\w*)\)"
)
_LIMIT = re.compile(
    r"(?:(?:self|cfg|config|args|self\.cfg|self\.config|self\.args)\.)?\w*(?:clip|norm)\w*"
)
_CALL = re.compile(r"clip_grad_(?:norm|value)_\((.*)\)")
MOST_LIMITS = 3


def clipped_before_step(suspect: SuspectStatement) -> Iterator[Patch]:
    """Whatever was clipped elsewhere, what is used is clipped just before."""
    text = ast.unparse(suspect.statement) if isinstance(suspect.statement, ast.Expr) else ""
    found = _STEP.search(text)
    if found is None:
        return
    optimiser = found["one"] or found["other"]
    values = f"[p for g in {optimiser}.param_groups for p in g['params'] if p.grad is not None]"
    for limit in _limits(suspect):
        line = f"torch.nn.utils.clip_grad_norm_({values}, {limit})"
        yield inserted(suspect, f"with gradients clipped to {limit} before it", line)


def _limits(suspect: SuspectStatement) -> list[str]:
    """What the function clips by, else what it or its object is given under such a name."""
    code = ast.unparse(suspect.function) if suspect.function else ""
    given = ast.unparse(suspect.constructor) if suspect.constructor else ""
    clipped = [one[1].rpartition(", ")[2].rpartition("=")[2] for one in _CALL.finditer(code)]
    kept = [f"self.{name}" for name in re.findall(r"self\.(\w*(?:clip|norm)\w*) = ", given)]
    named = [one for one in suspect.parameters if _LIMIT.fullmatch(one)]
    held = re.findall(r"\b(?:self\.)?\w+\.\w*(?:clip|max_norm)\w*\b(?!\()", code)
    known = [one for one in held if not one.startswith(("torch.", "utils."))]
    return list(dict.fromkeys([*clipped, *named, *known, *kept]))[:MOST_LIMITS]
