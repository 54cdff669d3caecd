"""Learning rates that go another way than scheduled."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_RATE = r"\b(?:learning[ _-]?rates?|lr|lr_scheduler|schedulers?|schedule|warm-?up|cosine|decay)\b"
_NOT = r"(?:not|n't|never)"
_CONSTANT = (
    cue(
        rf"{_RATE}.{{0,50}}{_NOT} (?:\w+ )?(?:chang|decay|decreas|updat|mov|step|applied|"
        rf"adjust|drop|reduc|"
        r"increas|ramp|warm)\w*"
    ),
    cue(
        rf"{_RATE}.{{0,40}}\b(?:stays?|remains?|constant|stuck|no effect|ignored|flat|"
        rf"always the same)\b"
    ),
)
_RISES = (
    cue(
        rf"{_RATE}.{{0,60}}\b(?:jumps?|goes back|reset\w*|restarts?|increas\w+|rises|"
        rf"starts? (?:over|again)|"
        r"spikes?|grows?|bounces?)\b",
        0.8,
    ),
)
_NEGATIVE = (
    cue(rf"\bnegative {_RATE}"),
    cue(rf"{_RATE}.{{0,40}}\b(?:negative|below (?:0|zero))\b"),
)
_ELSE = (
    cue(
        rf"{_RATE}.{{0,60}}\b(?:wrong|incorrect\w*|off by one|twice|too (?:fast|early|quickly|"
        rf"late|slow\w*|high|low)|"
        r"every (?:batch|step) instead|per (?:batch|step) instead|one step|"
        r"skips?)\b",
        0.8,
    ),
    cue(rf"\b(?:wrong|incorrect|unexpected) {_RATE}", 0.8),
)
_BASE = 0.8
_OTHER = 0.7


def read(reading: Reading) -> list[Fingerprint]:
    constant = ("the learning rate never changes", 'series("learning_rates", "constant")')
    rises = ("the learning rate rises where it should not", 'series("learning_rates", "rises")')
    negative = ("a learning rate is negative", 'series("learning_rates", "negative")')
    other = (
        "learning rates differ from the schedule",
        'measured("difference_from_expected", ">", 1e-06)',
    )
    return [
        *reading.by_words("scheduler", _BASE, _CONSTANT, constant),
        *reading.by_words("scheduler", _BASE, _NEGATIVE, negative),
        *reading.by_words("scheduler", _BASE * _OTHER, _RISES, rises),
        *reading.by_words("scheduler", _BASE * _OTHER, _ELSE, other),
    ]
