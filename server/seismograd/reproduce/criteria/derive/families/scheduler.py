"""Learning rates that go another way than scheduled."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.contrast import Contrast, Kind
from seismograd.reproduce.criteria.derive.evidence import Cue, cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import NEAR

_RATE = (
    r"\b(?:learning[ _-]?rates?|lrs?|lr_scheduler|schedulers?|schedules?|warm-?up|cosine|"
    r"(?<!weight[ _-])(?<!weight)decay|"
    r"reduce_?lr\w*)\b"
)
_NOT = r"(?:not|n't|never)"
_CONSTANT = (
    cue(
        rf"{_RATE}.{{0,50}}{_NOT} (?:\w+ )?(?:chang|decay|decreas|updat|mov|step|applied|"
        rf"adjust|drop|reduc|trigger|fire|kick|"
        r"increas|ramp|warm)\w*"
    ),
    cue(
        rf"{_RATE}.{{0,40}}\b(?:stays?|remains?|constant|stuck|no effect|ignored|flat|"
        rf"always the same|all the time)\b"
    ),
)
_ONCE = r"(?:only )?(?:once|one time) (?:per|every|each|an|a) epoch"
_TOO_SELDOM = (
    cue(rf"\bchang\w+ {_ONCE}\b|\b(?:stepp?\w*|updat\w+|called|mov\w+)\b.{{0,30}}\b{_ONCE}\b"),
    cue(
        rf"{_RATE}.{{0,60}}\b(?:same|constant|not change|n't change|fixed)\b.{{0,30}}"
        r"\b(?:within|during|throughout|for) (?:a|an|one|the|each|every) (?:whole |entire )?"
        r"(?:first )?epoch"
    ),
    cue(
        rf"{_RATE}.{{0,80}}\b(?:(?:once )?(?:per|every|each) epoch|epoch-?wise) "
        r"(?:instead of|rather than|and not|not) (?:\w+ )?(?:per |every |each |once per )?"
        r"(?:batch|step|iteration)"
    ),
    cue(rf"{_RATE}.{{0,40}}\b(?:much |far |way )?too (?:slow\w*|late)", 0.6),
)
_TOO_OFTEN = (
    cue(
        rf"{_RATE}.{{0,80}}\b(?:(?:once )?(?:per|every|each|with each|after every) (?:mini-?)?"
        r"(?:batch|step|iteration)) (?:instead of|rather than|and not|not) "
        r"(?:\w+ )?(?:per |every |each |once per |after each )?epoch"
    ),
    cue(rf"{_RATE}.{{0,60}}\bwithin (?:a|one|the first|a single) epoch\b", 0.7),
    cue(
        rf"\b(?:after|in|during) (?:the first|one|a single|1|the very first) epoch\b.{{0,30}}"
        rf"{_RATE}.{{0,40}}\b(?:already|tiny|almost (?:0|zero)|(?:near|close to) zero)\b"
    ),
    cue(rf"{_RATE}.{{0,60}}\balready\b.{{0,40}}\b(?:after|in) (?:the first|one|a single|1) epoch"),
)
_TOO_FAST = cue(rf"{_RATE}.{{0,40}}\btoo (?:fast|early|quickly|soon)\b", 0.7)
_TWICE = (
    cue(rf"{_RATE}.{{0,60}}\b(?:twice|two times|double|doubly|2x)\b"),
    cue(rf"\b(?:twice|two times)\b.{{0,40}}{_RATE}", 0.8),
    _TOO_FAST,
)
_NO_WARM_UP = (
    cue(
        r"\bwarm-?up\b.{0,60}\b(?:ignored|skipped|no effect|missing|not (?:applied|used|done)|"
        r"n't (?:happen|work|applied|do anything)|never happens|starts? (?:at|with) (?:the )?"
        r"(?:full|max\w*|peak|target|base))"
    ),
    cue(
        r"\b(?:full|max\w*|peak|highest|base) (?:\w+ )?(?:rate|lr|value)?\b.{0,20}\bfrom the "
        r"(?:first|very first|start|beginning)|\bno warm-?up\b"
    ),
)
_RISES = (
    cue(
        rf"{_RATE}.{{0,60}}\b(?:jumps?|goes (?:back|up)|reset\w*|restarts?|increas\w+|rises|"
        rf"starts? (?:over|again)|climbs?|turns around|"
        r"spikes?|grows?|bounces?)\b",
        0.8,
    ),
)
_RISES_AGAIN = (
    cue(
        rf"{_RATE}.{{0,60}}\b(?:jumps?|goes (?:back|up) again|(?:goes|jumps?) back|reset\w*|"
        rf"restarts?|starts? (?:over|again)|turns around|spikes?|bounces?|"
        rf"(?:rises|climbs?|up) again)\b",
        0.8,
    ),
)
_WARM_UP = re.compile(r"warm\S?(?:ing )?up|warms? up", re.I)
_NEGATIVE = (
    cue(rf"\bnegative {_RATE}"),
    cue(rf"{_RATE}.{{0,40}}\b(?:negative|below (?:0|zero))\b"),
)
_TO_NOUGHT = (
    cue(
        rf"{_RATE}.{{0,60}}\b(?:drops?|falls?|goes|decays?|collapses|down|becomes?|is|ends?|"
        r"reaches) (?:\w+ )?(?:to |at )?(?:zero|0(?:\.0+)?)(?![\w.]*\d)"
    ),
)
_ELSE = (
    cue(
        rf"{_RATE}.{{0,60}}\b(?:wrong|incorrect\w*|off by one|"
        rf"too (?:high|low)|one step|"
        r"skips?)\b",
        0.8,
    ),
    cue(rf"\b(?:wrong|incorrect|unexpected) {_RATE}", 0.8),
)
_BASE = 0.8
_OTHER = 0.7
_POINTS = (
    ("last_rate", r"\b(?:end|ends|last|final\w*|finish\w*|minimum|min_lr|eta_min|floor)\b"),
    ("first_rate", r"\b(?:first|start|starts|begin\w*|initial\w*|step 0)\b"),
    ("highest_rate", r"\b(?:peak\w*|max\w*|highest|reach\w*|top|full)\b"),
)
"""Where in a schedule a value is told of."""
_HIGHEST_RATE = 2.0
"""What is larger is a number of steps."""


def read(reading: Reading) -> list[Fingerprint]:
    words = reading.by_words
    constant = ("the learning rate never changes", 'series("learning_rates", "constant")')
    seldom = (
        "the learning rate is the same in the whole first epoch",
        'series("learning_rates_in_an_epoch", "constant")',
    )
    often = (
        "the learning rate falls within the first epoch",
        'series("learning_rates_in_an_epoch", "falls")',
    )
    flat = ("the learning rate never rises: no warm-up", 'series("learning_rates", "never rises")')
    rises = ("the learning rate rises where it should not", 'series("learning_rates", "rises")')
    again = ("the learning rate rises again", 'series("learning_rates", "rises again")')
    if _WARM_UP.search(reading.report.text):
        rises = again
    negative = ("a learning rate is negative", 'series("learning_rates", "negative")')
    nought = ("the last learning rate is 0", 'measured("last_rate", "==", 0.0)')
    other = (
        "learning rates differ from the schedule",
        'measured("difference_from_expected", ">", 1e-06)',
    )
    return [
        *_by_numbers(reading),
        *words("scheduler", _BASE, _TOO_SELDOM, seldom),
        *words("scheduler", _BASE, _CONSTANT, constant),
        *words("scheduler", _BASE, (*_TOO_OFTEN, *_of_epochs(reading)), often),
        *words("scheduler", _BASE, _NO_WARM_UP, flat),
        *words("scheduler", _BASE, _NEGATIVE, negative),
        *words("scheduler", _BASE, _TO_NOUGHT, nought),
        *words("scheduler", _BASE * _OTHER, _RISES_AGAIN, again),
        *words("scheduler", _BASE * _OTHER, _RISES, rises),
        *words("scheduler", _BASE * _OTHER, (*_TWICE, *_ELSE), other),
    ]


def _of_epochs(reading: Reading) -> tuple[Cue, ...]:
    """What goes too fast for somebody who counts epochs may go by batches."""
    return (_TOO_FAST,) if "epoch" in reading.report.text.lower() else ()


def _by_numbers(reading: Reading) -> Iterator[Fingerprint]:
    for contrast in reading.contrasts:
        told = f"{contrast.sentence} {reading.report.title}"
        if contrast.kind is Kind.NUMBER and re.search(_RATE, told, re.I):
            yield from _at_a_point(reading, contrast)


def _at_a_point(reading: Reading, contrast: Contrast) -> Iterator[Fingerprint]:
    actual, expected = contrast.actual.value, contrast.expected.value
    if not (isinstance(actual, float) and isinstance(expected, float)):
        return
    if max(abs(actual), abs(expected)) > _HIGHEST_RATE:
        return
    told = f"{contrast.sentence} {reading.report.title}"
    name = next((name for name, words in _POINTS if re.search(words, told, re.I)), None)
    if name is not None:
        plain = name.replace("_", " ").replace("rate", "learning rate")
        fact = (f"the {plain} is about {actual:g}, not {expected:g}", _check(name, actual))
        yield reading.fingerprint("scheduler", _BASE, fact)


def _check(name: str, value: float) -> str:
    if not value:
        return f'measured("{name}", "==", 0.0)'
    return f'measured("{name}", "~", {value!r}, within={NEAR})'
