"""Reading that changes what is read, and calls that change what they are given."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.families.data import EXAMPLES
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import REPETITION

_ONE = (
    rf"(?:{EXAMPLES}(?: (?:number )?\d+)?|\w*(?:data|set|ds|windows|loader)\w*\[\w+\]|"
    r"(?:__)?getitem(?:__)?|pixels?|inputs?|features|spectr(?:a|um))"
)
_AGAIN = (
    r"(?:(?:a|the) (?:second|2nd|third|next) (?:time|access|read|look|visit|pass|call)|twice|again|"
    r"(?:each|every) (?:time|access|read|look|visit)|once more|repeatedly|over and over)"
    r"(?! (?:i|we|you) (?:re-?)?(?:run|start|train|launch|execute)| the (?:script|program))"
)
_OTHERWISE = (
    r"(?P<bad>differ\w*|(?:not|n't|never) (?:be |stay |remain )?(?:the )?(?:same|equal|identical)|"
    r"chang\w+|another|wrong|garbage|corrupt\w*|zeros?|smaller|larger|shifted|scaled|broken)"
)
_CHANGED = (
    r"(?P<bad>modif\w+|mutat\w+|chang\w+|overwrit\w+|overwrote|corrupt\w*|alter\w*|destroy\w*|"
    r"clobber\w*|spoil\w*|ruin\w*|damag\w+|trash\w*)"
)
_CHANGES = (
    r"(?P<bad>modif(?:y|ies|ied)|mutates?|changes|overwrites?|overwrote|corrupts?|alters|destroys?|"
    r"clobbers?|spoils?|ruins?|damages|trashes|writes (?:in)?to)"
)
_KEPT = (
    r"(?:data(?:set)?|samples?|arrays?|tensors?|source|underlying \w+|original \w+|stored \w+|"
    r"images?|series|signal|recording|windows|buffer|examples?|records?)"
)
_READING = (
    r"(?:reading|iterating|indexing|accessing|looping|going (?:once )?through|"
    r"(?:__)?getitem(?:__)?|looking at|fetching|loading|enumerating)"
)
_PASSES = r"(?:epochs?|pass(?:es)?|reads?|access(?:es)?|rounds?|iterations?)"
_REREAD = (
    cue(rf"\b{_ONE}.{{0,50}}\b{_OTHERWISE}\b.{{0,40}}\b{_AGAIN}", 0.9),
    cue(
        rf"\b(?:read\w*|look\w*|ask\w*|access\w*|index\w*|fetch\w*|get\w*|visit\w*|print\w*)\b"
        rf".{{0,30}}\b{_ONE}.{{0,30}}\b{_AGAIN}.{{0,60}}\b{_OTHERWISE}\b",
        0.9,
    ),
    cue(
        rf"\b(?:sample|item|example|window|element|index|image|row) \d+\b.{{0,20}}\b{_AGAIN}", 0.75
    ),
    cue(rf"\b{_READING}.{{0,60}}\b{_CHANGED}\b.{{0,40}}\b{_KEPT}\b"),
    cue(
        rf"\b{_KEPT}.{{0,40}}\b{_CHANGED}\b.{{0,30}}\b(?:by|after|while|when|during|on) "
        rf"(?:\w+ ){{0,2}}(?:{_READING}|(?:the )?(?:first|one|an|each|every) (?:full )?{_PASSES})"
    ),
    cue(
        rf"\b(?:{_KEPT}|pixels?|inputs?|features)\b.{{0,40}}\b(?:shrinks?|shrinking|drifts?|"
        rf"drifting|fades?|fading|decays?|vanish\w*|(?:gets?|becomes?|grows?|turns?) (?:ever )?"
        rf"(?:smaller|larger|darker|brighter|noisier|weaker|zero|weird|worse|flat\w*))\b.{{0,40}}"
        rf"\b(?:each|every|after|over|from|with|per) (?:\w+ ){{0,2}}(?:{_PASSES}|while|time)\b",
        0.85,
    ),
    cue(
        r"\b(?:normali[sz]|standardi[sz]|scal|cent(?:er|r)|subtract|divid|augment|shift|whiten|"
        r"crop)\w*\b.{0,30}\b(?:twice|again|over and over|repeatedly|several times|a second time|"
        rf"(?:in|with|on) (?:every|each|the second) {_PASSES})",
        0.75,
    ),
    cue(
        rf"\b(?:second|2nd|next|later|following) {_PASSES}\b.{{0,60}}\b(?:{_KEPT}|inputs?|features|"
        rf"values)\b.{{0,40}}\b{_OTHERWISE}\b",
        0.8,
    ),
    cue(
        rf"\b(?:{_KEPT}|inputs?|features)\b.{{0,60}}\b{_OTHERWISE}\b.{{0,40}}"
        rf"\b(?:from|in|after|since) (?:the )?(?:second|2nd|first) {_PASSES}\b",
        0.8,
    ),
)
_GIVEN = (
    r"(?:inputs?|arguments?|(?:original|input|given|caller'?s?|source|my|passed) "
    r"(?:\w+ )?(?:tensors?|arrays?|batch(?:es)?|images?|lists?|dicts?|data|x|masks?|labels?|"
    r"targets?|boxes|weights?|config\w*))\b(?! (?:sizes?|shapes?|formats?|dim\w*|channels?|"
    r"lengths?|paths?|files?|d?types?|names?|range))"
)
_ON_INPUT = (
    cue(rf"\b{_CHANGES} (?:its|the|my|their|his|your|an?) (?:own )?{_GIVEN}"),
    cue(rf"\b{_CHANGES} {_GIVEN} in[- ]?place\b"),
    cue(
        rf"\b{_GIVEN}.{{0,20}}\b(?:is|are|was|were|gets?|got|has been|have been) {_CHANGED}\b"
        r".{0,30}\b(?:by|after|when|in[- ]?place|once|afterwards)\b"
    ),
    cue(rf"\bside[- ]effects? (?:on|to) (?:its|the|my) {_GIVEN}"),
)
_OF_CHANCE = r"\bseed|random_state|determinis|reproducib|between runs|each run|every run"
_OF_NETWORKS = r"embedd|predict|\boutputs?\b|logits|\bmodel\b|network|encod|inference|\bscores?\b"
"""What other families know better what to measure for."""
_OF_SETS = r"data ?set|getitem|loader|\bsamples?\b|windows?\b|\[\d+\]|\bepochs?\b"
_BASE = 0.82


def read(reading: Reading) -> list[Fingerprint]:
    again = (
        "an example is another one after the data set was read",
        f'measured("difference_between_reads", ">", {REPETITION})',
    )
    changed = (
        "the call changes what it is given",
        f'measured("change_of_input", ">", {REPETITION})',
    )
    found = reading.by_words("data", _BASE, _ON_INPUT, changed)
    if _is_of_reading(reading):
        found += reading.by_words("data", _BASE, _REREAD, again)
    return found


def _is_of_reading(reading: Reading) -> bool:
    told = reading.weigh(_REREAD)
    is_of_network = told.mentions(_OF_NETWORKS) and not told.mentions(_OF_SETS)
    return not is_of_network and not told.mentions(_OF_CHANCE)
