"""What must hold for any metric, whatever it is: reports that say in words that it does not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.families.metric import METRIC
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING

_SCORE = (
    rf"(?:{METRIC}|\b(?:val(?:idation)?|test|eval(?:uation)?)[ _-](?:loss|error|\w*(?:mae|mse|"
    rf"acc)\b)|"
    r"\bscores?\b|\b(?:running |moving )?(?:average|mean)s?\b|\bmeters?\b|\bperplexity\b)"
)
_DEPENDS = (
    r"(?P<bad>depend\w*|var(?:y|ies)|chang\w+|differ\w*|is affected|not the same|n't the same|"
    r"another|other)"
)
_BATCHES = (
    r"(?:batch[- _]?size|size of the batch\w*|number of batches|"
    r"how (?:i|the data|it) .{0,20}batch\w*)"
)
_IN_BATCHES = (
    cue(rf"{_SCORE}.{{0,60}}\b{_DEPENDS}\b.{{0,50}}\b{_BATCHES}"),
    cue(rf"\b{_BATCHES}.{{0,40}}\b(?:chang\w+|affect\w*|influenc\w+|alter\w*)\b.{{0,30}}{_SCORE}"),
    cue(rf"\bdifferent {_BATCHES}s?\b.{{0,60}}\b(?:different|other)\b.{{0,30}}{_SCORE}"),
    cue(
        rf"\b(?:different|another|other) {_SCORE}.{{0,60}}\b(?:every|each|different|other|"
        rf"another) {_BATCHES}"
    ),
    cue(
        r"\b(?:mean|average) of (?:the )?(?:batch |per[- ]batch )?(?:means|averages|scores)\b", 0.8
    ),
    cue(
        rf"{_SCORE}.{{0,60}}\b(?:averaged?|mean|divided) (?:over|by|per|across) (?:the )?"
        r"(?:number of )?batch(?:es)?\b.{0,40}\b(?:instead|rather|not|but)\b",
        0.85,
    ),
    cue(
        r"\b(?:last|final|smaller|incomplete|partial) (?:\w+ )?batch\b.{0,60}"
        r"\b(?:same weight|equally|as much|over-?weight\w*|weighted|counts? (?:as|too|more))\b",
        0.85,
    ),
)
_RESET = (
    cue(
        rf"(?:{_SCORE}|\bstate\b|\bcounts?\b|\bstatistics\b).{{0,60}}\b(?P<bad>never reset|"
        rf"not (?:being )?(?:reset|cleared|"
        r"zeroed)|n't (?:get )?(?:reset|cleared)|accumulat\w+|carr(?:y|ies|ied) over|leaks? into|"
        r"keeps? (?:growing|rising|increasing|climbing|the old))"
    ),
    cue(
        r"\breset\w*\b(?:\(\))?.{0,60}\b(?P<bad>not (?:clear|zero|reset)|n't (?:clear|zero|"
        r"reset|work)|"
        r"no effect|does nothing|incomplete|forgets?|old values|keeps?)\b"
    ),
    cue(
        rf"{_SCORE}.{{0,40}}\b(?:higher|larger|bigger|grows?|rises?|climbs?|increases?)\b.{{0,20}}"
        rf"\b(?:with|after|in|by) "
        r"(?:every|each) (?:epoch|call|run|evaluation)",
        0.7,
    ),
    cue(
        rf"{_SCORE}.{{0,60}}\b(?:includes?|contains?|still has) .{{0,20}}\b(?:previous|last|"
        rf"earlier) epochs?\b"
    ),
)
_BY_K = (
    cue(
        rf"{_SCORE}.{{0,60}}\b(?P<bad>smaller|lower|worse|decreas\w+|drops?|falls?|shrinks?|"
        rf"goes down|less)\b.{{0,40}}"
        r"\b(?:larger|bigger|higher|greater|growing|increasing|more|rising|with|as) k\b"
    ),
    cue(
        r"\b(?:recall|hit ?rate|hits|accuracy|acc|top)[@ _-]?(?:at[ _-])?(?:10|20|50|100|5|"
        r"3)\b.{0,40}"
        r"\b(?:lower|smaller|less|below|worse)\b.{0,30}"
        r"\b(?:recall|hit ?rate|hits|accuracy|acc|top)?[@ _-]?(?:at[ _-])?(?:1|2|3|5|10)\b"
    ),
)
_SWAPPED = (
    cue(r"\b(?P<bad>not|n't) (?:be |is )?symmetric\w*|\basymmetric\w*"),
    cue(
        r"\bswap\w*\b.{0,60}\b(?:arguments?|inputs?|prediction\w*|order|two)\b.{0,60}"
        r"\b(?:different|chang\w+|other|another|differ\w*)\b",
        0.8,
    ),
)
_BY_ORDER = (
    cue(rf"{_SCORE}.{{0,60}}\b{_DEPENDS}\b.{{0,40}}\border (?:of|in)\b"),
    cue(
        rf"{_SCORE}.{{0,60}}\b(?:chang\w+|differ\w*)\b.{{0,40}}\b(?:shuffl\w+|reorder\w*|permut\w+|"
        r"sort(?:ed|ing)?) (?:the )?(?:\w+ )?(?:samples|examples|data|batch|rows|items|inputs|"
        r"predictions)\b"
    ),
    cue(rf"\b(?:shuffl\w+|reorder\w*|permut\w+) .{{0,40}}\bchang\w+ (?:the )?{_SCORE}"),
)
_PERFECT = re.compile(
    r"\bperfect(?:ly)? (?:\w+ )?(?:predict\w+|match\w*|segmentation|model|classifier|ranking|"
    r"reconstruction|outputs?|results?|case|translation|overlap)|"
    r"\b(?:predictions?|outputs?|masks?|targets?|labels?|sentences?|images?|box(?:es)?|"
    r"hypothes[ie]s|"
    r"both|preds?)\b.{0,30}(?:\bidentical\b|\bthe same\b|==|\bequals?\b|\bexactly\b)|"
    r"\b(?:identical|equal) (?:inputs?|tensors?|masks?|predictions?|images?|sequences?|sentences?|"
    r"boxes|texts?|strings?|arrays?)|"
    r"\b(?:against|with|to|and) (?:itself|themselves)\b|\bpred\w* ?(?:==|=) ?(?:targets?|labels?|"
    r"gt|truth|y)\b",
    re.I,
)
_MISSES = re.compile(
    r"(?:\b(?:not|never|instead of|rather than|less than|below|under|lower than|smaller than|"
    r"greater than|"
    r"above|more than|larger than|should be|must be|expected?)|n't|<|!=)"
    r" (?:(?:exactly|quite|be|reach|get|equal|to|give|return|a|an) ){0,3}(?P<right>1(?:\.0+)?|"
    r"100 ?%|one|0(?:\.0+)?|zero)"
    r"(?![\w.]*\d)",
    re.I,
)
_IS_ANOTHER = re.compile(
    rf"{METRIC}.{{0,60}}?\b(?:is|are|of|gives?|gets?|returns?|comes out as|only|just|reports?)"
    r"(?: (?:only|just|about|around|a|me|exactly))* (?P<seen>\d{1,3}(?:\.\d{1,6})?)(?P<share> ?%)?"
    r"(?![\w.]*\d)",
    re.I,
)
_LOSS = re.compile(r"error|loss|\bm[sa]e\b|rmse|\b[wc]er\b|perplexity|distance", re.I)
_SHARE_OF_ONE = 1e-3
_BASE = 0.88
_GROUPS = (
    (
        _IN_BATCHES,
        "the result depends on how examples are put into batches",
        f'measured("difference_in_batches", ">", {ROUNDING})',
    ),
    (
        _RESET,
        "the same examples give another result after a reset",
        f'measured("difference_after_reset", ">", {ROUNDING})',
    ),
    (_BY_K, "the metric falls for a larger k", 'series("metric_by_k", "falls")'),
    (
        _SWAPPED,
        "the result changes when the two inputs are exchanged",
        f'measured("difference_when_swapped", ">", {ROUNDING})',
    ),
    (
        _BY_ORDER,
        "the result depends on the order of the examples",
        f'measured("difference_by_order", ">", {ROUNDING})',
    ),
)


def read(reading: Reading) -> list[Fingerprint]:
    found = list(_perfect(reading))
    for cues, fact, check in _GROUPS:
        found += reading.by_words("metric", _BASE, cues, (fact, check))
    return found


def _perfect(reading: Reading) -> Iterator[Fingerprint]:
    """A prediction that equals the truth, and a score that is not the best one."""
    told = [c for c in reading.clauses if _PERFECT.search(c.sentence or c.text)]
    if not told or not _is_about_score(reading):
        return
    everything = [c.sentence or c.text for c in (*told, *reading.clauses)]
    right = next((found["right"] for text in everything if (found := _MISSES.search(text))), None)
    right = right or next((one for c in told if (one := _implied(c.sentence or c.text))), None)
    if right is None:
        return
    best = 0 if right.lower().startswith(("0", "zero")) else 1
    fact = (
        f"the metric of a prediction that equals the truth is not {best}",
        f'measured("perfect_score", "!~", {best}, within={_SHARE_OF_ONE})',
    )
    yield reading.fingerprint("metric", _BASE, fact, said=told)


def _implied(sentence: str) -> str | None:
    """The best score, where a sentence gives another one for what is perfect."""
    found = _IS_ANOTHER.search(sentence)
    if found is None or _LOSS.search(found[0]):
        return None
    value = float(found["seen"]) / (100 if found["share"] else 1)
    return "1" if value < 1 - _SHARE_OF_ONE else None


def _is_about_score(reading: Reading) -> bool:
    title = reading.report.title.replace("_", " ")
    texts = [title, *(clause.text for clause in reading.clauses[:12])]
    return any(re.search(METRIC, text.replace("_", " "), re.I) for text in texts)
