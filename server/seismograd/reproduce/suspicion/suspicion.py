"""Patches of suspect places: what the rules would mend first, then small mistakes undone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.suspicion.alternatives import ALL
from seismograd.reproduce.suspicion.rewriting import left_out, rewritten
from seismograd.reproduce.suspicion.rule_fixes import rule_fixes
from seismograd.reproduce.suspicion.suspects import Suspect, suspects

MOST_SUSPECTS = 40
MOST_OF_ONE = 14
"""Patches of one statement: the next statement is a suspect, too."""


def suspect_patches(case: Case, seen: Observation) -> Iterator[Patch]:
    files = list(dict.fromkeys(one.file for one in reversed(seen.reached)))
    found = islice(suspects(case, seen), MOST_SUSPECTS)
    yield from chain(rule_fixes(case.root, files), *map(_of_one, found))


def _of_one(suspect: Suspect) -> Iterator[Patch]:
    tried = chain(*(rewritten(suspect, alternatives) for alternatives in ALL), left_out(suspect))
    return islice(tried, MOST_OF_ONE)
