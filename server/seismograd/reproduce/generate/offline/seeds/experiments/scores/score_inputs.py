"""Predictions and truths that a metric takes, by what its code does with them."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from seismograd.reproduce.context.project_view import Parameter, Symbol
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.making import Maker

SAMPLES, CLASSES, PRESENT = "SAMPLES", "CLASSES", "PRESENT"
_TRUTH = re.compile(r"(\w*_)?(true|targets?|labels?|gt|truth|refs?|references?|actual|relevant|y)")


_AREAS = re.compile(r"height|pixel|mask|segm|\bh, ?w\b|spatial|tile|image|iou|dice|jaccard", re.I)


@dataclass(frozen=True, slots=True)
class Form:
    """How a prediction and its truth are made; both have an example a row."""

    truth: str
    perfect: str
    """In the variable `truth`."""
    partly: str
    """Right for the first six examples, so that batches differ; no matter which seed there is."""
    other: str
    """Any prediction."""


_RIGHT = f"torch.arange({SAMPLES}) < 6"
_SHIFTED = f"torch.where({_RIGHT}, truth, (truth + 1) % {PRESENT})"
INDICES = Form(
    f"torch.arange({SAMPLES}) % {PRESENT}",
    "truth.clone()",
    _SHIFTED,
    f"torch.randint(0, {CLASSES}, ({SAMPLES},))",
)
MAPS = Form(
    f"(torch.arange({SAMPLES} * 16) % {PRESENT}).reshape({SAMPLES}, 4, 4)",
    "truth.clone()",
    f"torch.where(({_RIGHT}).reshape(-1, 1, 1), truth, (truth + 1) % {PRESENT})",
    f"torch.randint(0, {CLASSES}, ({SAMPLES}, 4, 4))",
)
SCORES = Form(
    f"torch.arange({SAMPLES}) % {PRESENT}",
    f"10.0 * torch.nn.functional.one_hot(truth, {CLASSES})",
    f"10.0 * torch.nn.functional.one_hot({_SHIFTED}, {CLASSES})",
    f"torch.rand({SAMPLES}, {CLASSES})",
)
BINARY = Form(
    f"(torch.arange({SAMPLES}) % 2).float()",
    "truth.clone()",
    f"torch.where({_RIGHT}, truth, 1 - truth)",
    f"torch.where(torch.arange({SAMPLES}) % 3 == 0, 0.9, 0.2)",
)
BINARY_MAPS = Form(
    f"(torch.arange({SAMPLES} * 16) % 3 == 0).float().reshape({SAMPLES}, 1, 4, 4)",
    "truth.clone()",
    f"torch.where(({_RIGHT}).reshape(-1, 1, 1, 1), truth, 1 - truth)",
    f"torch.rand({SAMPLES}, 1, 4, 4)",
)
FLOATS = Form(
    f"torch.randn({SAMPLES})",
    "truth.clone()",
    f"truth + torch.arange({SAMPLES})",
    f"torch.randn({SAMPLES})",
)
RELEVANT = Form(
    f"torch.eye({CLASSES})[torch.arange({SAMPLES}) % {CLASSES}]",
    "truth.clone()",
    f"torch.where(({_RIGHT}).reshape(-1, 1), truth, 1 - truth)",
    f"torch.rand({SAMPLES}, {CLASSES})",
)
ALIKE = (INDICES, MAPS, BINARY, BINARY_MAPS, FLOATS)
"""Forms with predictions that could be truths."""
ALL = (INDICES, SCORES, BINARY, MAPS, BINARY_MAPS, FLOATS, RELEVANT)


@dataclass(frozen=True, slots=True)
class Inputs:
    prediction: str
    """The names of the two parameters."""
    truth: str
    forms: tuple[Form, ...]
    is_sure: bool
    """Whether the code says that it takes these forms."""
    truth_first: bool = False


def inputs_of(maker: Maker, symbol: Symbol) -> Inputs | None:
    """Of a function or method that takes predictions and truths; None for any other."""
    needed = [p for p in symbol.parameters if p.default is None and not p.is_variadic]
    if len(needed) != 2:
        return None
    truth_first = _is_truth_first(needed[0], needed[1])
    prediction, truth = (p.name for p in (needed[::-1] if truth_first else needed))
    forms = _forms_by_code(maker, symbol, prediction, truth)
    about = f"{symbol.module} {symbol.name} {symbol.docstring} {_source(maker, symbol)}"
    fitting = [
        one for one in forms or ALL if one not in (MAPS, BINARY_MAPS) or _AREAS.search(about)
    ]
    return Inputs(prediction, truth, tuple(fitting), bool(forms), truth_first)


def _source(maker: Maker, symbol: Symbol) -> str:
    function = maker.trees.function(symbol)
    return ast.unparse(function) if function else ""


def _is_truth_first(first: Parameter, second: Parameter) -> bool:
    def is_truth(one: Parameter) -> bool:
        return _TRUTH.fullmatch(one.name) is not None and not _is_prediction(one)

    return is_truth(first) and not is_truth(second)


def _is_prediction(one: Parameter) -> bool:
    return (
        re.fullmatch(r"(\w*_)?(pred\w*|y_hat|yhat|outputs?|logits?|scores?|probs?)", one.name)
        is not None
    )


def _forms_by_code(maker: Maker, symbol: Symbol, prediction: str, truth: str) -> tuple[Form, ...]:
    """What is said about the prediction at the calls, in the documentation and in the body."""
    sites = [
        given_arguments(site.text, symbol).get(prediction) for site in maker.calls.sites(symbol)
    ]
    given = " ".join(ast.unparse(one) for one in sites if one is not None)
    body = _source(maker, symbol)
    p, t = re.escape(prediction), re.escape(truth)
    if re.search(r"argmax|\.max\(", given) or re.search(
        r"class ind(?:ex|ices)", symbol.docstring, re.I
    ):
        return (INDICES, MAPS)
    if re.search(rf"{t}\.(?:gather|sum\()|gather\({t}", body) and re.search(
        rf"{p}\.(?:topk|argsort|sort)", body
    ):
        return (RELEVANT,)
    if re.search(rf"{p}\.(?:argmax|topk|max\()|(?:argmax|top_?k|softmax)\({p}\b", body):
        return (SCORES,)
    if re.search(
        rf"sigmoid\({p}\)|{p}\.sigmoid|\({p} >=? [\w.]+\)|{p} >=? (?:0\.|thr)|{p}\.round", body
    ):
        return (BINARY, BINARY_MAPS)
    if re.search(rf"{p} == {t}|{t} == {p}|\.eq\(|bincount|{t}(?:\[\w+\])? \* [\w.]*classes", body):
        return (INDICES, MAPS)
    if re.search(rf"\({p} - {t}\)|\({t} - {p}\)|l1_loss|mse_loss", body):
        return (FLOATS,)
    return ()
