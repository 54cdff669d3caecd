"""Bugs that raise nothing: what is told of them, and what a run is then checked for.

A row names the parts that a sentence must tell. Only what can be looked for without a model has
one: a model, an agent or the user settles the criteria of all others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import WEIGHTS, Clause, Where, is_negated
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.measurements import (
    LEAST_FALL,
    MASKED,
    REPETITION,
    ROUNDING,
    STEPS_TO_LEARN,
)

_BASE = 0.65
"""Words alone are never sure: whoever writes the scripts is asked first, and has to quote."""
_IN_A_SENTENCE = 0.8
"""Less than in a clause."""
_DIFFERS = (
    r"differ\w*|chang\w*|var(?:y|ies)|other|another|wrong|worse|random|inconsistent|mismatch\w*|"
    r"depend\w*|lost|reset\w*|unstable|(?:not|n't|never|no longer) \w* ?(?:the )?"
    r"(?:same|match\w*|equal|identical|agree|restored?|saved?|kept|loaded)"
)
_NO_EFFECT = (
    r"no effect|ignor\w+|does nothing|has no influence|n't change anything|makes no difference|"
    r"(?:not|never|n't) (?:\w+ )?(?:used|applied|respected|passed|honou?red)|"
    r"regardless|whatever (?:i|value|the)"
)
_NEVER_FALLS = (
    r"(?:not|n't|never|no longer) (?:\w+ ){0,2}(?:chang\w+|learn\w*|improv\w+|decreas\w+|fall\w*|"
    r"converg\w+|go\w* down)|stays? (?:constant|flat|the same|at)|stuck|constant|"
    r"same (?:loss|accuracy)"
)


@dataclass(frozen=True, slots=True)
class SilentSymptom:
    name: str
    """The family: what the plan, and relations between two ways of doing it, go by."""
    told: tuple[str, ...]
    """Words for each part; the last one says what is wrong with it."""
    fact: str
    check: str


SYMPTOMS = (
    SilentSymptom(
        "nan",
        (r"\bnans?\b|not a number|\b[+-]?inf(?:inity)?\b|infinite|non-?finite",),
        "values that are NaN or infinite come out",
        'measured("nan_count", ">", 0)',
    ),
    SilentSymptom(
        "reload",
        (
            r"(?:re)?load\w*|sav(?:e[sd]?|ing)|restor\w+|resum\w+|checkpoint\w*|state_dict|"
            r"pickl\w+|from_pretrained",
            _DIFFERS,
        ),
        "outputs or state differ after saving and loading",
        f'measured("difference_after_reload", ">", {ROUNDING})',
    ),
    SilentSymptom(
        "determinism",
        (
            r"seed\w*|determinis\w+|reproducib\w+|random_state",
            rf"{_DIFFERS}|(?:not|n't) reproducib\w+|{_NO_EFFECT}",
        ),
        "two runs with the same seed differ",
        f'measured("difference_between_runs", ">", {REPETITION})',
    ),
    SilentSymptom(
        "evaluation",
        (
            r"eval\w*|inference|predict\w*|encod\w+|embed\w*|logits|outputs?|scores?",
            r"twice|again|each (?:time|call)|every (?:time|call)|two calls|same \w+|dropout|"
            r"batch ?norm\w*|running[_ ]\w+",
            _DIFFERS,
        ),
        "two calls in evaluation mode with the same input differ",
        f'measured("difference_between_calls", ">", {REPETITION})',
    ),
    SilentSymptom(
        "batch",
        (
            r"batch\w*|together|other (?:samples|examples|items|rows|sequences|texts)",
            r"alone|single|one by one|one at a time|individual\w*|separately|batch[_ ]size ?=? ?1|"
            r"rest of|others?(?: \w+)? in",
            _DIFFERS,
        ),
        "the output for an example differs between alone and in a batch",
        f'measured("difference_alone_and_in_batch", ">", {ROUNDING})',
    ),
    SilentSymptom(
        "mask",
        (
            r"\w*mask\w*|padd(?:ed|ing)|pad tokens?|causal|future",
            rf"{_DIFFERS}|{_NO_EFFECT}|attend\w*|leak\w*|influenc\w+|affect\w*|includ\w+|"
            r"sees?|contribut\w+",
        ),
        "the content of masked positions changes what should not depend on it",
        f'measured("change_through_mask", ">", {MASKED})',
    ),
    SilentSymptom(
        "option",
        (
            r"option|argument|parameter|setting|flag|config\w*|keyword|kwarg|--\w[\w-]*|"
            r"\w+_\w+|\w+ ?= ?\w+",
            _NO_EFFECT,
        ),
        "the result is the same with two values of the option",
        'measured("difference_with_option", "==", 0.0)',
    ),
    SilentSymptom(
        "learning",
        (
            r"loss(?:es)?|accurac\w+|model|network|perplexity",
            rf"{_NEVER_FALLS}|(?:at|than) chance|learns? nothing",
        ),
        f"the loss falls by less than {LEAST_FALL:.0%} in {STEPS_TO_LEARN} steps",
        "loss_does_not_fall()",
    ),
    SilentSymptom(
        "reset",
        (
            r"reset\w*|(?:new|second|next) epoch|between epochs",
            r"accumulat\w+|carr(?:y|ies) over|keeps?|old|previous|not|n't|never|no effect",
        ),
        "the same examples give another result after a reset",
        f'measured("difference_after_reset", ">", {ROUNDING})',
    ),
    SilentSymptom(
        "batches",
        (r"batch[_ -]?size|last batch|smaller batch|number of batches|per[- ]batch", _DIFFERS),
        "the result depends on how examples are put into batches",
        f'measured("difference_in_batches", ">", {ROUNDING})',
    ),
    SilentSymptom(
        "order",
        (r"order\w*|permut\w+|shuffl\w+", _DIFFERS),
        "the result depends on the order of the examples",
        f'measured("difference_by_order", ">", {ROUNDING})',
    ),
    SilentSymptom(
        "hang",
        (
            r"hangs?|dead-?lock\w*|infinite loop|never (?:returns?|finish\w*|ends?)|"
            r"runs? forever|(?:gets?|is) stuck(?! at)|freezes",
        ),
        "the run does not come to an end in its time",
        "times_out()",
    ),
)
_COMPILED = [
    [re.compile(rf"(?:(?<![\w-])|(?=n't))(?:{words})(?![\w-])", re.I) for words in symptom.told]
    for symptom in SYMPTOMS
]


def read(reading: Reading) -> Iterator[Fingerprint]:
    for symptom, parts in zip(SYMPTOMS, _COMPILED, strict=True):
        scored = [(_score(parts, clause), clause) for clause in reading.clauses]
        score, best = max(scored, key=lambda one: one[0], default=(0.0, None))
        if best is not None and score:
            fact = (symptom.fact, symptom.check)
            yield reading.fingerprint(symptom.name, _BASE * score, fact, said=[best])


def _score(parts: list[re.Pattern[str]], clause: Clause) -> float:
    weight = WEIGHTS[clause.where]
    if _says_all(parts, clause.text, clause.where):
        return weight
    whole = clause.sentence or clause.text
    return _IN_A_SENTENCE * weight if _says_all(parts, whole, clause.where) else 0.0


def _says_all(parts: list[re.Pattern[str]], text: str, where: Where) -> bool:
    """What should not be is what was seen, and what should be is not."""
    *things, wrong = parts
    found = [[is_negated(text, m.start(), 1) for m in thing.finditer(text)] for thing in things]
    if not all(found):
        return False
    no_such_thing = any(map(all, found))
    said = (is_negated(text, one.start()) for one in wrong.finditer(text))
    is_wish = where is Where.EXPECTED
    return any((no or no_such_thing) is is_wish for no in said)
