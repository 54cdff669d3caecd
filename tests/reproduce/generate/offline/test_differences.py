"""Targets that something is subtracted from are numbers."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.generate.offline.inputs.differences import like_predictions
from seismograd.reproduce.generate.offline.inputs.tensors import Kind


def parsed(body: str) -> ast.FunctionDef:
    function = ast.parse(f"def loss(prediction, target, weights=None):\n    {body}\n").body[0]
    assert isinstance(function, ast.FunctionDef)
    return function


@pytest.mark.parametrize(
    "body",
    [
        "return (prediction - target).pow(2).mean()",
        "return torch.log(torch.cosh(target - prediction)).mean()",
        "return F.smooth_l1_loss(prediction, target, beta=2.0)",
    ],
)
def test_both_have_the_form_of_the_prediction(body: str) -> None:
    found = like_predictions(parsed(body))
    assert found["target"] == found["prediction"]
    assert found["target"].kind is Kind.FLOAT


@pytest.mark.parametrize(
    "body",
    [
        "return F.cross_entropy(prediction, target)",
        "return (prediction.argmax(1) == target).float().mean()",
        "return prediction - other",
        "return prediction.gather(1, target)",
    ],
)
def test_classes_stay_classes(body: str) -> None:
    assert like_predictions(parsed(body)) == {}
