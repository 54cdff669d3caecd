"""Patches of suspect places, the likeliest first: by the place, the mistake, and its words."""

from __future__ import annotations

import ast
import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from textwrap import dedent

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.mishaps import unbroken
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.suspicion.heard_options import listening_patches
from seismograd.reproduce.suspicion.likelihood import operators_for
from seismograd.reproduce.suspicion.merged_settings import merging_patches
from seismograd.reproduce.suspicion.rule_fixes import rule_fixes
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement, suspect_statements
from seismograd.reproduce.suspicion.unheard_options import (
    all_listeners_were_heard,
    option_names,
    speaks_of_option,
)
from seismograd.source.shallow_parse import parse_module

MOST_RULE_FIXES = 12
MOST_OF_ONE = 30
"""Patches of one statement: the next statement is a suspect, too."""
_AGAIN = 0.9
"""What each further patch by the same operator to the same statement counts less."""
_SPOKEN_OF = 1.5
_ELSEWHERE = 0.4
"""What a patch counts in a function that does the same before and after: it may well make all
answers alike, and shows nothing then."""
_PLACES = {
    "reload": re.compile(
        r"save|load|stor|state|resum|dump|read|writ|export|import|config|init|from_|to_|fit|train|"
        r"check|pickle|copy|reduce|main|run|pack|serial|step|update|keep|snapshot",
        re.I,
    )
}
"""Functions that a symptom comes from, by their names."""
_DULL = frozenset({"self", "def", "return", "torch", "nn", "x", "the", "a", "in", "is", "for", "if",
                   "to", "of", "not", "and", "model"})  # fmt: skip


@dataclass(order=True, slots=True)
class _Ranked:
    rank: float
    number: int
    patch: Patch = field(compare=False)


def suspect_patches(case: Case, seen: Observation) -> Iterator[Patch]:
    """Without repetition; what the rules would mend goes first, for they know what they see."""
    told: set[tuple[str, int, str]] = set()
    about_option = case.fingerprint.symptom == "config"
    if about_option and not all_listeners_were_heard(case, seen):
        return
    names = option_names(case) if about_option else []
    heard = _heard(case, seen) if about_option else iter(())
    for patch in chain(heard, _all(case, seen)):
        key = (patch.file, patch.first, patch.text)
        if key not in told and (not about_option or speaks_of_option(names, patch)):
            told.add(key)
            yield patch


def _heard(case: Case, seen: Observation) -> Iterator[Patch]:
    return chain(merging_patches(case, seen), listening_patches(case, seen))


def _all(case: Case, seen: Observation) -> Iterator[Patch]:
    files = list(dict.fromkeys(one.file for one in reversed(seen.reached)))
    for number, patch in enumerate(unbroken(partial(rule_fixes, case.root, files), rule_fixes)):
        if number < MOST_RULE_FIXES:
            yield patch
    words = set(tokens_of(f"{case.report.title} {case.report.text}")) - _DULL
    ranked: list[_Ranked] = []
    symptom = case.fingerprint.symptom
    for suspect in suspect_statements(case, seen):
        spoken = _SPOKEN_OF if _speaks(suspect, words) else 1.0
        for likelihood, patch in _of_one(suspect, symptom):
            rank = -suspect.weight * spoken * likelihood * _share_of_place(suspect, symptom)
            heapq.heappush(ranked, _Ranked(rank, len(ranked), patch))
    while ranked:
        yield heapq.heappop(ranked).patch


def _of_one(suspect: SuspectStatement, symptom: str) -> list[tuple[float, Patch]]:
    found: list[tuple[float, Patch]] = []
    for operator, likelihood in operators_for(symptom):
        for patch in unbroken(partial(operator, suspect), operator):
            if _is_python(patch.text):
                found.append((likelihood, patch))
                likelihood *= _AGAIN
    return sorted(found, key=lambda pair: -pair[0])[:MOST_OF_ONE]


def _is_python(text: str) -> bool:
    try:
        parse_module(dedent(text))
    except (SyntaxError, ValueError):
        return False
    return True


def _share_of_place(suspect: SuspectStatement, symptom: str) -> float:
    names = _PLACES.get(symptom)
    if names is None or suspect.function is None or names.search(suspect.function.name):
        return 1.0
    return _ELSEWHERE


def _speaks(suspect: SuspectStatement, words: set[str]) -> bool:
    """Whether the report uses a word of the statement."""
    if isinstance(suspect.statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return suspect.statement.name in words
    return bool(words & set(tokens_of(ast.unparse(suspect.statement)[:500])) - _DULL)
