"""Words for parameters that stay where they began, which only count where something is trained."""

from __future__ import annotations

from seismograd.reproduce.criteria.derive.evidence import cue

_NO_PARAMETER = (
    r"(?!loss|accurac|metric|score|rate|lr\b|count|epoch|step|output|predict|error|reward|"
    r"memory|usage|grad|norm\b|f1|auc|precision|recall|result|value\b|perplexity|time|it\b|"
    r"this|that|there|what|training|everything|seed|option|setting|argument|flag|size|length|"
    r"device|dtype|shape|batch)"
)
_NO_LOGGED_PARAMETER = (
    _NO_PARAMETER + r"(?!momentum|decay|ratio|percent|probab|dice|m?iou\b|r?ms?[ae]e?\b|bleu|kl\b|"
    r"elbo|entropy|cost|val_|valid|train_|test_|\w+_(?:loss|acc|rate|lr|norm|score|error|size|"
    r"decay|count)\b|which|and|or|he|she|they|\d)"
)
_OF_IT = r"(?: (?:of|in) (?:the |my |our )?\w+)?"
_NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
_ALL_ALONG = (
    r"(?:\b(?:every|each|all|any)\b (?:\w+ )?(?:epochs?|steps?|iterations?|checkpoints?)\b|"
    r"\b(?:no matter|regardless of|independent of) how (?:long|much|many \w+)\b|"
    r"\b(?:from the first|from start) (?:\w+ )?to (?:the )?(?:last|end)\b|"
    r"\b(?:through|during|over)(?:out)? (?:the )?(?:whole|entire|all of the) (?:training|run)\b)"
)
WHERE_TRAINED = (
    cue(
        rf"\b{_NO_PARAMETER}\w+ (?:all |both )?(?:stays?|remains?|"
        r"(?:is|are) still|never leaves?|keeps? being) (?:all |exactly |at |on |just )*"
        r"(?:zeros?|0(?:\.0+)?|ones?|1(?:\.0+)?|(?:its|their|the) (?:init|start)\w*(?: values?)?|"
        r"where (?:it|they) (?:was|were|began|started)|random)(?![\w.])",
        0.8,
    ),
    cue(
        rf"(?<!of )(?<!of the )(?<![\w.]){_NO_LOGGED_PARAMETER}[\w.]+`?{_OF_IT} "
        r"(?:is|are|stays?|remains?|reads|shows|prints|equals|was|sits|hangs) "
        r"(?:always |exactly |still |constantly |stuck |at |on )*"
        rf"{_NUMBER}(?![\w%]).{{0,40}}{_ALL_ALONG}",
        0.9,
    ),
    cue(
        r"\b(?:all|every) other (?:weights?|parameters?|layers?|parts?)\b.{0,20}"
        r"\b(?:moves?|changes?|learns?|(?:is|are) (?:updated|trained)|trains?)\b",
        0.7,
    ),
    cue(
        r"\b(?:weights?|bias(?:es)?|values?|parameters?|table|vectors?)\b.{0,30}\bafter "
        r"(?:train(?:ing|\(\))?|fit(?:ting|\(\))?|\d+ (?:epochs|steps))\b.{0,20}"
        r"(?:==|=|\bequals?\b|\bas at\b|\bsame as\b).{0,20}\b(?:init\w*|start|before|beginning)",
        0.8,
    ),
)
