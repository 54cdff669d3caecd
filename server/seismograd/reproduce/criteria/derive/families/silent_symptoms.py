"""Bugs that raise nothing: what is told of them, and what a run is then checked for.

A row names the parts that a report must tell; it counts the more, the closer they stand together.
Where the words leave it open, a model or an agent settles the criteria.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Clause, Where
from seismograd.reproduce.criteria.derive.evidence import WEIGHTS, is_negated
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import (
    GROWTH_BYTES,
    LEAST_FALL,
    MASKED,
    REPETITION,
    ROUNDING,
    STEPS_TO_LEARN,
)

TOLD_APART = 0.16
"""Every part is told somewhere, but no sentence says it plainly: tried after everything else."""
_BASE = 0.65
"""Words alone are never sure: whoever writes the scripts is asked first, and has to quote."""
_IN_A_SENTENCE = 0.8
_GENERAL = 0.8
_DIFFERS = (
    r"differ\w*|chang\w*|var(?:y|ies)|other|another|wrong|worse|random|inconsistent|mismatch\w*|"
    r"depend\w*|lost|reset\w*|gone|jumps?|unstable|(?:not|n't|never|no longer) \w* ?(?:the )?"
    r"(?:same|match\w*|equal|identical|agree|restored?|saved?|kept|loaded)"
)
_NO_EFFECT = (
    r"no effect|ignor\w+|does nothing|has no influence|n't change anything|makes no difference|"
    r"(?:not|never|n't) (?:\w+ )?(?:used|applied|respected|passed|honou?red)|"
    r"regardless|whatever (?:i|value|the)"
)
_NEVER_MOVES = (
    r"(?:not|n't|never|no longer) (?:\w+ ){0,2}(?:chang\w+|updat\w+|mov\w+|train\w*|learn\w*|"
    r"improv\w+|decreas\w+|fall\w*|converg\w+|go\w* down)|stays? (?:constant|flat|the same|at)|"
    r"unchanged|stuck|constant|(?:exactly |very )?the same|very same|identical"
)


@dataclass(frozen=True, slots=True)
class SilentSymptom:
    name: str
    """The family: what the plan, and relations between two ways of doing it, go by."""
    told: tuple[str, ...]
    """Words for each part; the last one says what is wrong with it."""
    fact: str
    check: str
    strength: float = 1.0
    """Less for what is said of many bugs, so that a row which says more goes first."""


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
            r"pickl\w+|seriali[sz]\w+|from_pretrained|load_model|round[- ]?trip\w*|deepcopy",
            _DIFFERS,
        ),
        "outputs or state differ after saving and loading",
        f'measured("difference_after_reload", ">", {ROUNDING})',
    ),
    SilentSymptom(
        "determinism",
        (
            r"seed\w*|determinis\w+|reproducib\w+|random_state|generator",
            rf"{_DIFFERS}|non-?determinis\w+|{_NO_EFFECT}",
        ),
        "two runs with the same seed differ",
        f'measured("difference_between_runs", ">", {REPETITION})',
    ),
    SilentSymptom(
        "evaluation",
        (
            r"eval\w*|inference|predict\w*|test time|encod\w+|embed\w*|logits|answers?|scores?",
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
            r"batch\w*|together|neighbou?rs?|other (?:samples|examples|items|rows|sequences)",
            r"alone|single|one by one|one at a time|individual\w*|separately|batch[_ ]size ?=? ?1|"
            r"rest of|others?(?: \w+)? in|next to",
            _DIFFERS,
        ),
        "the output for an example differs between alone and in a batch",
        f'measured("difference_alone_and_in_batch", ">", {ROUNDING})',
    ),
    SilentSymptom(
        "mask",
        (
            r"\w*mask\w*|padd(?:ed|ing)|pad tokens?|causal|future|lengths?",
            rf"{_DIFFERS}|{_NO_EFFECT}|attend\w*|leak\w*|influenc\w+|affect\w*|includ\w+|"
            r"sees?|contribut\w+|inverted|swapped",
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
        "gradient",
        (
            r"grad\w*|requires_grad|backward|detach\w*",
            r"none|zero|missing|lost|cut|no|never|n't|not|blocked",
        ),
        "no gradient reaches the parameters in question",
        'measured("gradient_norm", "==", 0.0)',
    ),
    SilentSymptom(
        "frozen",
        (
            r"frozen|freez\w+|requires_grad ?= ?False|trainable ?= ?False",
            r"still|chang\w+|updat\w+|mov\w+|train\w*|drift\w*|no effect",
        ),
        "training changes frozen parameters",
        'measured("parameter_change", ">", 0.0)',
    ),
    SilentSymptom(
        "still-parameters",
        (
            r"parameters?|weights?|embeddings?|layers?|encoder|decoder|backbone|head|bias",
            _NEVER_MOVES,
        ),
        "training does not change the parameters in question",
        'measured("parameter_change", "==", 0.0)',
    ),
    SilentSymptom(
        "learning",
        (
            r"loss(?:es)?|accurac\w+|training|model|network|reward|perplexity",
            rf"{_NEVER_MOVES}|(?:at|than) chance|random guess\w*|learns? nothing",
        ),
        f"the loss falls by less than {LEAST_FALL:.0%} in {STEPS_TO_LEARN} steps",
        "loss_does_not_fall()",
        _GENERAL,
    ),
    SilentSymptom(
        "constant-output",
        (
            r"outputs?|predict\w*|class|answers?|embeddings?|scores?",
            r"(?:for|whatever|regardless|no matter|all|every|any)",
            r"(?:the )?same|constant|identical",
        ),
        "different inputs give the same output",
        'measured("difference_between_inputs", "==", 0.0)',
    ),
    SilentSymptom(
        "mode",
        (
            r"eval(?:uation)? mode|train(?:ing)? mode|\.training|dropout|batch ?norm\w*",
            r"stays?|left|remains?|never|disabled|switched off|n't|not",
            r"after|epochs?|validat\w+|evaluat\w+",
        ),
        "the model is not in training mode where it trains",
        'measured("training", "==", False)',
    ),
    SilentSymptom(
        "overlap",
        (
            r"splits?|folds?|train\w*|test|validation",
            r"overlap\w*|in both|both sides|leak\w* (?:between|across|into|from)",
        ),
        "examples are in both sets",
        'measured("overlap", ">", 0)',
    ),
    SilentSymptom(
        "duplicates",
        (
            r"samples?|examples?|items?|rows?|images?|indices|batches",
            r"twice|duplicat\w*|repeated\w*|more than once",
        ),
        "examples come more than once",
        'measured("duplicates", ">", 0)',
    ),
    SilentSymptom(
        "negative",
        (
            r"loss|values?|distances?|variances?|divergence|probabilit\w+|rates?|metric|score",
            r"negative|below (?:zero|0)|< ?0",
        ),
        "the value is negative",
        'measured("value", "<", 0.0)',
    ),
    SilentSymptom(
        "reset",
        (
            r"reset\w*|new epoch|second epoch|next epoch|between epochs",
            r"accumulat\w+|carr(?:y|ies) over|keeps?|old|previous|grow\w*|not|n't|never|no effect",
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
        (r"order\w*|permut\w+|shuffl\w+|sort\w*|swap\w*", _DIFFERS),
        "the result depends on the order of the examples",
        f'measured("difference_by_order", ">", {ROUNDING})',
    ),
    SilentSymptom(
        "side-effect",
        (
            r"in-?place|mutat\w+|modif\w+|overwrit\w+|chang\w+|alter\w*",
            r"inputs?|arguments?|caller|original|my (?:tensor|list|dict|config|data)",
        ),
        "a call changes what it is given",
        'measured("change_of_input", ">", 0.0)',
    ),
    SilentSymptom(
        "memory",
        (
            r"memory|ram|rss|heap",
            r"grow\w*|leak\w*|increas\w+|climb\w*|never (?:freed|released)|piles? up|accumulat\w+",
        ),
        "memory grows with every step by more than an allocator keeps",
        f'measured("growth_bytes", ">", {GROWTH_BYTES})',
    ),
    SilentSymptom(
        "hang",
        (
            r"hangs?|hung|dead-?lock\w*|infinite loop|endless\w*|never (?:returns?|finish\w*|ends?|"
            r"terminat\w+)|runs? forever|(?:gets?|is) stuck(?! at)|freezes",
        ),
        "the run does not come to an end in its time",
        "times_out()",
    ),
    SilentSymptom(
        "missing-error",
        (
            r"should (?:\w+ ){0,3}(?:raise|fail|reject|throw|error)|silently (?:accept|ignor|pass|"
            r"allow)\w*|(?:no|without an?) (?:error|exception|warning) (?:is|was)?|accepts? "
            r"(?:invalid|negative|wrong)",
        ),
        "the call raises nothing",
        'measured("raised", "==", False)',
    ),
    SilentSymptom(
        "value",
        (
            r"loss|values?|results?|outputs?|metrics?|scores?|accurac\w+|f1|precision|recall|mean|"
            r"sum|average|norm\w*|weights?|rates?|lr|probabilit\w+|distances?|counts?|length",
            r"wrong\w*|incorrect\w*|too (?:large|small|big|high|low)|twice|doubl\w+|off by|"
            r"negative|not (?:match|agree|correspond)\w*|n't (?:match|agree|add up)|inflated|"
            r"above (?:1|one)|miscalculat\w+|biased",
        ),
        "the result differs from what is right by definition",
        f'measured("difference_from_expected", ">", {ROUNDING})',
        _GENERAL,
    ),
)


def read(reading: Reading) -> list[Fingerprint]:
    return [one for symptom in SYMPTOMS for one in _fingerprints(reading, symptom)]


def _fingerprints(reading: Reading, symptom: SilentSymptom) -> Iterator[Fingerprint]:
    parts = [
        re.compile(rf"(?:(?<![\w-])|(?=n't))(?:{words})(?![\w-])", re.I) for words in symptom.told
    ]
    scored = [(_score(parts, clause), clause) for clause in reading.clauses]
    score, best = max(scored, key=lambda one: one[0], default=(0.0, None))
    if best is not None and score:
        fact = (symptom.fact, symptom.check)
        yield reading.fingerprint(symptom.name, _BASE * symptom.strength * score, fact, said=[best])
    elif len(parts) > 1 and all(_is_told(part, reading.clauses) for part in parts):
        yield reading.fingerprint(symptom.name, TOLD_APART, (symptom.fact, symptom.check))


@cache
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?<![\w-])|(?=n't))(?:{words})(?![\w-])", re.I)


def _score(parts: list[re.Pattern[str]], clause: Clause) -> float:
    weight = WEIGHTS[clause.where]
    if _says_all(parts, clause.text, clause.where):
        return weight
    whole = clause.sentence or clause.text
    return _IN_A_SENTENCE * weight if _says_all(parts, whole, clause.where) else 0.0


def _says_all(parts: list[re.Pattern[str]], text: str, where: Where) -> bool:
    """What should not be is what was seen, and what should be is not."""
    *things, wrong = parts
    found = [part.search(text) for part in things]
    if not all(found):
        return False
    no_such_thing = any(is_negated(text, one.start()) for one in found if one)
    said = (is_negated(text, one.start()) for one in wrong.finditer(text))
    is_wish = where is Where.EXPECTED
    return any((no or no_such_thing) is is_wish for no in said)


def _is_told(part: re.Pattern[str], clauses: tuple[Clause, ...]) -> bool:
    """Neither denied nor wished for."""
    facts = (clause.text for clause in clauses if clause.where is not Where.EXPECTED)
    found = ((text, one) for text in facts for one in part.finditer(text))
    return any(not is_negated(text, one.start()) for text, one in found)
