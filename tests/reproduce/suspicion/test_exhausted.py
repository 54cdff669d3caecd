"""What can be gone through only once is tried as a list."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from seismograd.reproduce.suspicion.operators import exhausted
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


def _texts(function: str) -> set[str]:
    node = ast.parse(dedent(function)).body[0]
    assert isinstance(node, ast.FunctionDef)
    suspects = [SuspectStatement("file.py", one, node) for one in node.body]
    operators = (exhausted.as_list, exhausted.kept_for_every_round)
    return {
        patch.text.strip() for one in suspects for operator in operators for patch in operator(one)
    }


@pytest.mark.parametrize(
    ("function", "other"),
    [
        (
            """
            def optimiser(model, lr):
                weights = filter(lambda p: p.ndim > 1, model.parameters())
                print(sum(p.numel() for p in weights))
                return AdamW(weights, lr=lr)
            """,
            "weights = list(filter(lambda p: p.ndim > 1, model.parameters()))",
        ),
        (
            """
            def clip(model, lr):
                params = model.parameters()
                norm = total(params)
                scale(params, norm)
            """,
            "params = list(model.parameters())",
        ),
        (
            """
            def fit(xs, ys, epochs):
                pairs = zip(xs, ys)
                for epoch in range(epochs):
                    for x, y in pairs:
                        step(x, y)
            """,
            "pairs = list(zip(xs, ys))",
        ),
        (
            """
            def rows(path):
                return (parse(line) for line in open(path))
            """,
            "return list((parse(line) for line in open(path)))",
        ),
        (
            """
            def fit(data, epochs):
                batches = make_batches(data)
                for epoch in range(epochs):
                    for batch in batches:
                        step(batch)
            """,
            "batches = list(make_batches(data))",
        ),
    ],
)
def test_an_iterator_is_kept_in_a_list(function: str, other: str) -> None:
    assert other in _texts(function)


@pytest.mark.parametrize(
    "function",
    [
        """
        def optimiser(model, lr):
            weights = filter(needs_gradient, model.parameters())
            return AdamW(weights, lr=lr)
        """,
        """
        def names(batches):
            found = [one.name for one in batches]
            print(found)
            return found
        """,
        """
        def once(data):
            batches = make_batches(data)
            for batch in batches:
                step(batch)
        """,
    ],
)
def test_what_is_gone_through_once_or_is_a_list_stays(function: str) -> None:
    assert _texts(function) == set()
