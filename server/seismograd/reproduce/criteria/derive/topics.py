"""Bugs that a report circles around: no sentence says it all, but every part of it is said.

Only for what must never be, so that a script which shows it shows a bug.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from seismograd.reproduce.criteria.derive.clauses import Clause

FAINT = 0.16
"""Tried after all that is said plainly."""
_DIFFERENT = (
    r"\b(?:differ\w*|chang\w+|var(?:y|ies|ied)|other|another|mismatch\w*|disagree\w*|deviat\w+|"
    r"inconsistent\w*|instead of|should be|depend\w*|"
    r"(?:not|n't|never|no longer) (?:\w+ ){0,2}(?:same|match\w*|equal|identical|agree|stable|"
    r"reproducib\w+|determini\w+)|random\w*|unstable|fluctuat\w+)"
)
_USE = (
    r"\b(?:eval\w*|inference|infer|predict\w*|embed\w*|encod\w+|scor(?:e[sd]?|ing)|test[- ]time|"
    r"classif\w+|forward|deploy\w*)"
)
_TWICE = (
    r"\b(?:twice|again|second time|two (?:calls|times|passes)|each (?:time|call)|"
    r"every (?:time|call)|repeated\w*|(?:same|identical) (?:\w+ ){0,2}(?:input|image|sentence|text|"
    r"sample|example|batch|data|features?|clip|query|tensor|x|photo|sequence)s?)"
)
_ALONE = (
    r"\b(?:alone|single|singly|one by one|one at a time|individual\w*|separately|unbatched|"
    r"on its own|by itself|batch(?:[_ ]size)?(?: of| ?= ?| )1)\b"
)
_TOGETHER = r"\b(?:batch\w*|together|next to|beside|neighbou?rs?|longer ones?|others)\b"
_HIDDEN = r"\b(?:pad\w*|mask\w*|attention_mask|lengths?|zeros at the end|trailing)\b"
_LOADED = (
    r"\b(?:checkpoint\w*|restor\w+|resum\w+|from_pretrained|unpickl\w+|saved (?:model|weights)|"
    r"(?:re)?load\w*.{0,30}\b(?:model|weights|state|pickle))\b"
)
_WORSE = (
    r"\b(?:collaps\w+|drops?|dropped|worse|garbage|chance|untrained|from scratch|nonsense|"
    r"bad|poor\w*|lost|gone|wrong|useless|random\w*|\d+(?:\.\d+)? ?%)"
)
EVALUATION = (_USE, _TWICE, _DIFFERENT)
BATCH = (_ALONE, _TOGETHER, _DIFFERENT)
MASK = (_HIDDEN, rf"{_ALONE}|{_TWICE}|\bsame\b", _DIFFERENT)
RELOAD = (_LOADED, rf"{_DIFFERENT}|{_WORSE}")


def are_all_told(topics: Iterable[str], clauses: Iterable[Clause]) -> bool:
    text = "\n".join(clause.text for clause in clauses)
    return all(re.search(topic, text, re.I) for topic in topics)
