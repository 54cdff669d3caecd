"""Training examples that should be other ones in every epoch, and never are."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_AUGMENTATION = (
    r"\b(?:data[- ])?augment\w*\b|\brandom (?:crops?|flips?|transforms?|rotations?|jitter)\b"
)
_NOT = r"(?:\b(?:not|never)\b|n't)"
_CUES = (
    cue(
        rf"(?:{_AUGMENTATION}).{{0,60}}(?P<bad>{_NOT}) (?:\w+ ){{0,2}}"
        r"(?:appl|use|done|do|activ|happen|work|run|call|have|change|take|perform|execut)\w*"
    ),
    cue(
        rf"(?:{_AUGMENTATION}).{{0,60}}\b(?:no effect|ignored|does nothing|disabled|skipped|"
        r"switched off|turned off|without effect|only once)\b"
    ),
    cue(
        r"\btrain\w*\b.{0,40}(?P<bad>\b(?:not|never)\b|n't) (?:\w+ )?(?:augmented|flipped|cropped|"
        r"jittered|rotated|transformed)\b"
    ),
    cue(rf"\b(?:ignores?|skips?|forgets?)\b.{{0,25}}(?:{_AUGMENTATION})", 0.8),
    cue(
        r"\b(?:same|identical) (?:crops?|flips?|images?|examples?|samples?|views?)\b.{0,60}"
        r"\b(?:every|each|all|both) (?:epochs?|time)\b.{0,60}\baugment\w*",
        0.85,
    ),
)
_OTHER_SETS = (
    r"\b(?:val(?:idation)?|test|eval(?:uation)?|inference)\b.{0,40}\bset|\bshould not be augmented"
)
_BASE = 0.84


def read(reading: Reading) -> list[Fingerprint]:
    """Sets that are not for training are not augmented by right."""
    fact = (
        "a training example is the same whenever it is read",
        'measured("change_by_augmentation", "==", 0.0)',
    )
    if reading.weigh(_CUES).mentions(_OTHER_SETS):
        return []
    return reading.by_sentences("augmentation", _BASE, _CUES, fact)
