"""Lines in the place of those that clip, compare or drop wrongly."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from seismograd.reproduce.suspicion.operators import Operator, clipping, comparisons, discarded
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


def _texts(operator: Operator, function: str) -> set[str]:
    node = ast.parse(dedent(function)).body[0]
    assert isinstance(node, ast.FunctionDef)
    suspects = [SuspectStatement("file.py", one, node) for one in node.body]
    return {dedent(patch.text).strip() for one in suspects for patch in operator(one)}


@pytest.mark.parametrize(
    ("operator", "function", "part"),
    [
        (
            clipping.clipped_before_step,
            "def train(model, optimizer, max_norm):\n    optimizer.step()\n",
            "for p in g['params'] if p.grad is not None], max_norm)\noptimizer.step()",
        ),
        (
            clipping.clipped_before_step,
            "def train(model, opt, scaler, cfg):\n    clip(model, cfg.grad_clip)\n    "
            "scaler.step(opt)\n",
            "], cfg.grad_clip)\nscaler.step(opt)",
        ),
        (comparisons.turned_round, "def f(a, b):\n    return a < b\n", "return a > b"),
        (comparisons.other_extreme, "def f(a):\n    return max(a)\n", "return min(a)"),
        (comparisons.other_extreme, "def f(a):\n    return a.argmin()\n", "return a.argmax()"),
        (discarded.taken, "def f(p):\n    p.grad.clamp(0, 1)\n", "p.grad = p.grad.clamp(0, 1)"),
        (discarded.taken, "def f(p, q):\n    p.lerp(q, 0.1)\n", "p.lerp_(q, 0.1)"),
        (
            discarded.given_as_list,
            "def f(ps):\n    n = sum(p for p in ps)\n    return [p / n for p in ps]\n",
            "ps = list(ps)\nn = sum",
        ),
    ],
)
def test_the_other_line_is_tried(operator: Operator, function: str, part: str) -> None:
    assert any(part in text for text in _texts(operator, function))


@pytest.mark.parametrize(
    ("operator", "function"),
    [
        (clipping.clipped_before_step, "def train(model, optimizer):\n    optimizer.step()\n"),
        (clipping.clipped_before_step, "def train(clip):\n    environment.step()\n"),
        (discarded.taken, "def f(p):\n    p.grad.clamp_(0, 1)\n    print(p)\n"),
        (discarded.given_as_list, "def f(ps):\n    return [p for p in ps]\n"),
    ],
)
def test_sound_lines_are_left_alone(operator: Operator, function: str) -> None:
    assert _texts(operator, function) == set()
