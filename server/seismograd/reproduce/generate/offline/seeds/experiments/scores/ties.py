"""Rankings of scores that are all alike."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.scores.scorers import (
    Collector,
    Function,
    collectors,
    score_functions,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

OF_AREA, OF_RANK = "difference_with_ties", "result_of_equal_scores"
_SPREAD = Constant("SPREAD", "0.0", "1.0")
"""All alike, or no two of them."""
_AREA = re.compile(r"auc|auroc|area_under|concordance|c_?index", re.I)
_OTHER_AREA = re.compile(r"pr_?auc|auprc?|average_precision", re.I)
_RANK = re.compile(r"mrr|reciprocal|hits?(?![a-z])|rank", re.I)
_K = re.compile(r"k|ks|top_?k|topn|top_n|at_k|cutoff|at|n")
_FORMS = ("", ".float()", ".bool()")
_EXPECTED = (
    "pairs = prediction[truth == 1][:, None] - prediction[truth == 0]",
    "expected = ((pairs > 0).double() + (pairs == 0).double() / 2).mean().item()",
)


def experiments(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    if OF_AREA in asked:
        for function in score_functions(case):
            if _is_area(function.symbol.name):
                yield from _area_of_function(case, function)
        for collector in collectors(case):
            yield from _area_of_collector(case, collector)
    if OF_RANK in asked:
        for function in score_functions(case):
            if _RANK.search(function.symbol.name):
                yield from _rank(case, function)


def _is_area(name: str) -> bool:
    return _AREA.search(name) is not None and not _OTHER_AREA.search(name)


def _scored(form: str) -> tuple[str, ...]:
    """Those that are meant come last, as in a sorted table."""
    return (
        "count = torch.arange(20)",
        f"truth = (count >= 12){form or '.long()'}",
        "prediction = 0.5 + SPREAD * (count * 7 % 20) / 40",
    )


def _area_of_function(case: Case, one: Function) -> Iterator[Draft]:
    end = ".numpy()" if _is_with_numpy(case, one) else ""
    for form in _FORMS:
        body = (
            *_scored(form),
            f"result = float({one.call(f'prediction{end}', f'truth{end}')})",
            *_EXPECTED,
            f"{OF_AREA} = abs(result - expected)",
        )
        idea = f"Give {one.symbol.name} the same score for all: each pair then counts half."
        yield from drafted(case, one.bench, idea, body, OF_AREA, constants=(_SPREAD,))


def _is_with_numpy(case: Case, one: Function) -> bool:
    function = Maker(case).trees.function(one.symbol)
    return function is not None and re.search(r"\bnp\.", ast.unparse(function)) is not None


def _area_of_collector(case: Case, one: Collector) -> Iterator[Draft]:
    for result in one.results:
        if not (_is_area(one.symbol.name) or _is_area(result)):
            continue
        for form in _FORMS:
            body = (
                *one.before,
                *_scored(form),
                f"metric = {one.build}",
                one.told("metric", "prediction", "truth"),
                f"result = float(metric.{result}())",
                *_EXPECTED,
                f"{OF_AREA} = abs(result - expected)",
            )
            idea = f"Tell {one.symbol.name} of the same score for all: each pair counts half."
            yield from drafted(case, one.bench, idea, body, OF_AREA, constants=(_SPREAD,))


def _rank(case: Case, one: Function) -> Iterator[Draft]:
    """So many candidates that few of them are among the first; the right one is never there."""
    first = next((p.name for p in one.symbol.parameters if _K.fullmatch(p.name)), None)
    body = (
        "truth = torch.arange(10)",
        "prediction = 0.5 + SPREAD * torch.arange(200).repeat(10, 1) / 400",
        f"{OF_RANK} = float({one.call('prediction', 'truth', **({first: '1'} if first else {}))})",
    )
    idea = f"Give {one.symbol.name} the same score for all candidates."
    yield from drafted(case, one.bench, idea, body, OF_RANK, constants=(_SPREAD,))
