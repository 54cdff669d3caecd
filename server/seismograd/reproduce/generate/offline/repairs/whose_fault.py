"""Failures that no input can bring about: the code itself is wrong."""

from __future__ import annotations

import re

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.observation import Observation

_ALWAYS = {"NameError", "UnboundLocalError", "ImportError", "ModuleNotFoundError"}
_NO_ATTRIBUTE = re.compile(r"^'(\w+)' object has no attribute '\w+'")
_NOT_THERE = re.compile(r"^(?:partially initialized )?module '[\w.]+' has no attribute '\w+'")
_WRONG_CALL = re.compile(r"^(?:\w+\.)*(\w+)\(\) (?:got an unexpected keyword|missing \d+ required)")


def whatever_is_given(case: Case, draft: Draft, seen: Observation) -> bool:
    """Whether the failure is of a kind that has nothing to do with the values that came in."""
    raised = seen.exception
    if raised is None or not raised.frames or raised.frames[-1].file == seen.script:
        return False
    if not raised.frames[-1].in_project and raised.type != "AttributeError":
        return False
    if raised.type.rpartition(".")[2] in _ALWAYS:
        return True
    if raised.type == "AttributeError" and _NOT_THERE.match(raised.message):
        return True
    if found := _NO_ATTRIBUTE.match(raised.message):
        return found[1] in _classes(case)
    is_wrong_call = raised.type == "TypeError" and _WRONG_CALL.match(raised.message) is not None
    return is_wrong_call and all(_is_tensor(draft, name) for name in draft.guessed)


def _is_tensor(draft: Draft, name: str) -> bool:
    """Tensors are not called: another thing that was guessed may be."""
    made = (f"{name} = torch.rand", f"{name} = torch.ones", f"{name} = np.")
    return any(statement.startswith(made) for statement in draft.exercise)


def _classes(case: Case) -> set[str]:
    return {s.name for s in case.project.symbols if s.kind is SymbolKind.CLASS}
