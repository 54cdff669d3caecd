"""Functions that give precision and recall together, beside the definition of both."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.scores.scorers import (
    Function,
    score_functions,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "difference_from_expected"
_BOTH = re.compile(r"prec\w*?_(?:and_)?rec|recall_(?:and_)?prec|^prf1?$|^pr_?scores?$", re.I)
_OTHERWISE = re.compile(r"macro|micro|weighted|average|class|mean|top_?k|argmax|iou", re.I)
"""Of several classes, or of what is found at all: precision is something else there."""
_TRUTH = re.compile(r"(?:\w+_)?(?:true|targets?|labels?|gt|truth|actual)")
_FORMS = ("long", "float", "bool")
_MADE = (
    "both, too_many, too_few, neither = 6, 2, 4, 8",
    "prediction = torch.tensor([1] * both + [1] * too_many + [0] * too_few + [0] * neither)",
    "truth = torch.tensor([1] * both + [0] * too_many + [1] * too_few + [0] * neither)",
)
_EXPECTED = {"precision": "both / (both + too_many)", "recall": "both / (both + too_few)"}


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    for one in score_functions(case):
        function = maker.trees.function(one.symbol)
        is_told = _TRUTH.fullmatch(one.inputs.truth) and not _TRUTH.fullmatch(one.inputs.prediction)
        if function is None or not is_told or not _BOTH.search(one.symbol.name):
            continue
        if not _OTHERWISE.search(ast.unparse(function)):
            for form in _FORMS:
                yield from _compared(case, one, _places(one, function), form)


def _places(one: Function, function: ast.AST) -> dict[str, str]:
    """Where each of the two is in the result: by keys, or in the order in which they are told."""
    keys = [n.value for n in ast.walk(function) if isinstance(n, ast.Constant)]
    if all(name in keys for name in _EXPECTED):
        return {name: f"['{name}']" for name in _EXPECTED}
    said = one.symbol.docstring.lower()
    told = said if all(name in said for name in _EXPECTED) else one.symbol.name.lower()
    order = sorted(_EXPECTED, key=lambda name: told.find(name[:3]))
    return {name: f"[{place}]" for place, name in enumerate(order)}


def _compared(case: Case, one: Function, places: dict[str, str], form: str) -> Iterator[Draft]:
    call = one.call(f"prediction.{form}()", f"truth.{form}()")
    off = [f"abs(float(result{places[name]}) - {right})" for name, right in _EXPECTED.items()]
    body = (*_MADE, f"result = {call}", f"off = [{', '.join(off)}]", f"{NAME} = max(off)")
    idea = f"Compare both numbers of {one.symbol.name} with their definitions."
    yield from drafted(case, one.bench, idea, body, NAME)
