"""What was saved does not come back as it was."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Where, prose_of
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.side_by_side import before_and_after
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING
from seismograd.reproduce.criteria.derive.topics import RELOAD

_RELOAD = (
    r"\b(?:re-?load\w*|load(?:s|ed|ing)?|load'?d|sav(?:e|es|ed|ing)|restor\w+|resum\w+|"
    r"checkpoint\w*|ckpts?|state[_ ]dict\w*|pickl\w+|seriali[sz]\w+|deseriali[sz]\w+|"
    r"from_pretrained|export\w*|deepcop\w+|round[- ]?trip\w*|\w*load_model|save_weights|"
    r"load_weights|\w*load_(?!config|settings|options|yaml|json|params|hparams|cfg)\w+|\w*save_\w+|from_config|get_config|"
    r"continu(?:e|es|ed|ing)(?: (?:the |a )?(?:training|run|job))?|pick(?:ed|ing)? up again|"
    r"re-?start(?:ed|ing)?)\b"
)
_BAD = (
    r"(?P<bad>\bdiffer\w*|\bnot (?:the same|identical|equal|restored|saved|loaded|match\w*|"
    r"included|persisted|kept|preserved|stored|part|remembered|in the (?:checkpoint|file|"
    r"state[_ ]dict))|"
    r"n't (?:match|restore|resume|work|save|load|include|keep|preserve|persist|store|"
    r"survive|remember|continue|in the (?:checkpoint|file|state[_ ]dict))\w*|"
    r"\bnot (?:restore|save|match|include|preserve|survive|store|remember|continue)\b|"
    r"\blos(?:t|es|ing)\b|\bmiss(?:ing|es|ed)\b|\bforg[eo]t\w*|\breset\w*|"
    r"\bre-?initiali[sz]\w+|\bwrong\b|\bworse\b|\brandom\b|\bbroken\b|\bother (?:numbers|values|"
    r"results|predictions|outputs)|\b(?:something|results?|values?|numbers?) else\b|"
    r"\b(?:starts?|begins?|beginning|starting) (?:over|again|from|at|with|anew|fresh)|"
    r"\bfrom scratch\b|\bfrom (?:the )?(?:beginning|zero)\b|\bfresh\b|\buntrained\b|"
    r"\bdrops?\b|\bjumps?\b|\binconsistent\b|\bgone\b|\bignor\w+|\bchang(?:es|ed)\b|"
    r"\b(?:much |far )?higher (?:than|again)|\bgoes (?:up|back)\b|\bno effect\b|\bback (?:at|to)\b|"
    r"\bempty\b|\bzero(?:ed)?\b|\brestarts?\b|\bmismatch\w*|\bnot? (?:longer )?equivalent|"
    r"\bspikes?\b|\boverwrit\w+|\bdefaults?\b|\buninitiali[sz]ed\b|\bgarbage\b|"
    r"\b(?:rubbish|nonsense|junk|meaningless|useless|poor|bad)\b|"
    r"(?:n't|\bnot) (?:what|as|like)\b.{0,30}\b(?:before|was|were|had|got|saved|trained|fitted)|"
    r"\b(?:everyone|everybody|everything|all|every|each|any)\b.{0,30}\b(?:gets?|is|are|has|have|"
    r"becomes?|returns?|gives?|sees?|comes?)\b.{0,20}\b(?:same|identical|alike)\b|"
    r"\b(?:same|identical) (?!time|size|file|folder|path|name|way|speed|memory)\w+(?: \w+)? "
    r"(?:for|to) (?:all|every|each|any)|"
    r"\bunlike before\b|\bno longer (?:the|what|as|like|know|find|recogni)\w*)"
)
_RESUMED = (
    r"\b(?:resum\w+|taken up again|tak(?:e|es|ing) up again|continu(?:ed|es|ing)|re-?start\w*|"
    r"interrupt\w+|from (?:a|the|its) (?:last )?checkpoint)\b"
)
_UNIT = r"(?:epoch|iteration|training step|update)"
_TWICE = (
    r"(?:twice|two times|a second time|once more|once again|done again|over again|repeat\w*|"
    r"redo\w*|doubled?|duplicat\w+|skip(?:s|ped|ping)?|left out|leav(?:es|ing) out|"
    r"too (?:many|few))"
)
_CUES = (
    cue(rf"{_RELOAD}.{{0,100}}{_BAD}"),
    cue(rf"{_BAD}.{{0,80}}\b(?:after|when|on|upon|once|by|through|from|across).{{0,40}}{_RELOAD}"),
    cue(
        r"\b(?:not|n't|never) (?:being )?(?:saved|restored|reloaded|persisted|checkpointed|"
        r"seriali[sz]ed|stored|kept|part of|written)\b"
    ),
    cue(
        r"\b(?:differ\w*|other|else|not the same|n't the same|worse|higher)\b.{0,40}"
        r"\b(?:uninterrupted|never (?:interrupted|stopped)|in one go|without (?:interruption|"
        r"stopping|a break|restart\w*)|straight through)"
    ),
    cue(r"\b(?:re-?)?load(?:ed|ing|s)?\b.{0,50}(?:n't|\bnot|\bnever)\b.{0,15}\b(?:one|model|"
        r"network|net|thing|object|classifier|estimator)s?\b.{0,15}\b(?:i|we|was|were|that|"
        r"which|had)\b.{0,15}\b(?:saved?|stored?|trained|written|put|dumped)\b"),
    cue(rf"\b{_UNIT}s?\b.{{0,30}}\b{_TWICE}.{{0,80}}{_RESUMED}|"
        rf"{_RESUMED}.{{0,80}}\b{_UNIT}s?\b.{{0,30}}\b{_TWICE}|"
        rf"{_RESUMED}.{{0,60}}\b{_TWICE}.{{0,30}}\b{_UNIT}|"
        rf"\b{_TWICE} (?:\w+ )?{_UNIT}s?\b.{{0,60}}{_RESUMED}"),
    cue(rf"{_RESUMED}.{{0,60}}\b(?:longer|shorter|more|fewer|too many|too few)\b.{{0,40}}"
        rf"\b(?:{_UNIT}s?|in one go|uninterrupted)\b", 0.8),
    cue(r"\bresume\b.{0,30}\bno effect\b|\bsaved model\b.{0,60}\b(?:untrained|random|like)\b"),
    cue(r"\b(?:ca|do|does|wo)(?:n't|n?not) (?:be )?(?:continued?|resumed?)\b.{0,20}"
        r"\b(?:proper|correct|right|same)\w*", 0.8),
    cue(r"\b(?:restore|load|put back|keep)\w*\b.{0,40}\blast\b.{0,50}\b(?:instead of|not|rather)\b"
        r".{0,20}\bbest\b"),
    cue(r"\bweights\b.{0,40}\blast\b.{0,40}\bnot\b.{0,20}\bbest\b", 0.8),
    cue(rf"\b(?:works?|fine|good|great|ok|okay|right|correct|sensible|perfect)\b.{{0,30}}"
        rf"\b(?:until|unless|but not once)\b.{{0,30}}{_RELOAD}", 0.8),
)  # fmt: skip
_SAVES = re.compile(r"\bsav(?:e|es|ed|ing)\b|\bdump\w*|\bstor(?:e|es|ed|ing)\b|\bexport\w*", re.I)
_LOADS = re.compile(
    r"\b(?:re-?)?load\w*|\brestor\w+|\bre-?start\w*|\bread(?:ing)? (?:it )?back", re.I
)
_WHERE_KEPT = (
    cue(r"(?:n't|\bnot) (?:what|as|like)\b.{0,30}\b(?:before|was|were|had|got)\b", 0.8),
    cue(r"\bother (?:than|from) (?:before|what)|\b(?:differ\w*|other) from before\b", 0.8),
)
"""What only counts where the report speaks of both saving and loading."""
_SAME = re.compile(r"\b(?:same|equal|identical|match\w*|agree)\b", re.I)
_FACT = "outputs or state differ after saving and loading"
_BASE = 0.85
_SHOWN = 0.9
"""Where the report's own code shows something before and after it was loaded."""
_ONLY_SHOWN = 0.6


def read(reading: Reading) -> list[Fingerprint]:
    fact = (_FACT, f'measured("difference_after_reload", ">", {ROUNDING})')
    text = prose_of(f"{reading.report.title}\n{reading.report.text}")
    is_kept = _SAVES.search(text) is not None and _LOADS.search(text) is not None
    cues = (*_CUES, *_WHERE_KEPT) if is_kept else _CUES
    if before_and_after(reading.report):
        evidence = reading.weigh(cues)
        confidence = _SHOWN if evidence or _wants_the_same(reading) else _ONLY_SHOWN
        return [reading.fingerprint("reload", confidence, fact, said=evidence.clauses)]
    plainly = reading.by_words("reload", _BASE, cues, fact)
    return plainly or reading.by_topics("reload", RELOAD, fact)


def _wants_the_same(reading: Reading) -> bool:
    wishes = (clause.text for clause in reading.clauses if clause.where is Where.EXPECTED)
    return any(_SAME.search(wish) for wish in wishes)
