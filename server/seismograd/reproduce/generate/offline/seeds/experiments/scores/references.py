"""Metrics whose definition nobody disputes, computed once more beside the project's own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.scores.metrics import ALL_PRESENT
from seismograd.reproduce.generate.offline.seeds.experiments.scores.score_inputs import (
    BINARY,
    FLOATS,
    INDICES,
    SCORES,
    Form,
)
from seismograd.reproduce.generate.offline.seeds.experiments.scores.scorers import (
    Collector,
    Function,
    collectors,
    score_functions,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "difference_from_expected"
_AROUND = (
    r"(?:(?:compute|calc|calculate|get|binary|mean|batch)_)*{}"
    r"(?:_(?:score|coef|coefficient|fn|metric))?"
)
_MADE = {
    "accuracy|acc": (
        (INDICES, "(prediction == truth).float().mean()"),
        (SCORES, "(prediction.argmax(1) == truth).float().mean()"),
        (BINARY, "((prediction > 0.5) == truth.bool()).float().mean()"),
    ),
    "mse|mean_squared_error|squared_error": ((FLOATS, "((prediction - truth) ** 2).mean()"),),
    "mae|mean_absolute_error|absolute_error": ((FLOATS, "(prediction - truth).abs().mean()"),),
    "rmse|root_mean_squared_error": ((FLOATS, "((prediction - truth) ** 2).mean().sqrt()"),),
    "iou|jaccard": ((BINARY, "both.sum() / either.sum()"),),
    "dice|f1|f1score": ((BINARY, "2 * both.sum() / (both.sum() + either.sum())"),),
    "precision": ((BINARY, "both.sum() / (prediction > 0.5).sum()"),),
    "recall": ((BINARY, "both.sum() / truth.sum()"),),
}
"""By the name of the metric: its definition for each form of input."""
_BOTH = (
    "both = (prediction > 0.5) & truth.bool()",
    "either = (prediction > 0.5) | truth.bool()",
)


def experiments(case: Case) -> Iterator[Draft]:
    for function in score_functions(case):
        if function.inputs.is_sure:
            yield from _of_function(case, function)
    for collector in collectors(case):
        if collector.inputs.is_sure and not collector.with_numpy:
            yield from _of_collector(case, collector)


def _definitions(name: str, forms: tuple[Form, ...]) -> Iterator[tuple[Form, str]]:
    plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    for names, made in _MADE.items():
        if re.fullmatch(_AROUND.format(f"(?:{names})"), plain):
            yield from ((form, text) for form, text in made if form in forms)


def _of_function(case: Case, one: Function) -> Iterator[Draft]:
    for form, definition in _definitions(one.symbol.name, one.inputs.forms):
        measured = f"measured = float({one.call('prediction', 'truth')})"
        made = (f"truth = {form.truth}", f"prediction = {form.other}")
        idea = f"Compare {one.symbol.name} with its definition."
        yield from _compared(case, one, idea, made, measured, definition)


def _of_collector(case: Case, one: Collector) -> Iterator[Draft]:
    for result in one.results:
        for name in (result, one.symbol.name):
            for form, definition in _definitions(name, one.inputs.forms):
                made = (
                    *one.before,
                    *one.made(form, form.other),
                    f"metric = {one.build}",
                    one.told("metric", "prediction", "truth"),
                )
                measured = f"measured = float(metric.{result}())"
                idea = f"Compare {one.symbol.name} with its definition."
                yield from _compared(case, one, idea, made, measured, definition)


def _compared(
    case: Case,
    one: Function | Collector,
    idea: str,
    made: tuple[str, ...],
    measured: str,
    definition: str,
) -> Iterator[Draft]:
    """Shares may be given in per cent."""
    body = (
        *made,
        measured,
        *(_BOTH if "both" in definition else ()),
        f"expected = float({definition})",
        f"{NAME} = min(abs(measured - expected), abs(measured / 100 - expected))",
    )
    text = "\n".join(body)
    constants = tuple(c for c in ALL_PRESENT if re.search(rf"\b{c.name}\b", text))
    yield from drafted(case, one.bench, idea, body, NAME, constants=constants)
