"""Scripts that really crash are explained on the line at fault."""

from __future__ import annotations

import pytest

from seismograd.source.edits import apply_edits
from tests import parts
from tests.localise.crashes.runs import FIXTURES, NAMES, Expected, expected, explain

LEAST = 40
"""As many scripts as the families need to be shown in several styles."""


def test_there_are_enough_of_them() -> None:
    assert len(NAMES) >= LEAST
    assert [name for name in NAMES if expected(name) is None] == ["plain_error"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_line_at_fault(name: str) -> None:
    parts.module("torch")
    found = explain(name)
    if expected(name) is None:
        assert found is None
        return
    assert found is not None
    assert found.place.line is not None
    place = Expected(found.place.file, found.place.line, found.fault_type.name)
    assert place == expected(name), found.cause
    assert found.cause.endswith(".")
    assert "None" not in found.cause.replace("(None", "")
    assert 0.5 <= found.confidence < 1
    assert found.place not in [other.place for other in found.related]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fixed"),
    [
        ("linear_after_flatten", "self.fc1 = nn.Linear(400, 32)"),
        ("batch_norm_features", "nn.BatchNorm1d(20)"),
        ("view_not_contiguous", "transpose(0, 1).reshape(b, t, d)"),
        ("numpy_with_grad", "losses.append(loss.detach().numpy())"),
    ],
)
def test_fixes(name: str, fixed: str) -> None:
    parts.module("torch")
    found = explain(name)
    assert found is not None
    (fix,) = found.fixes
    assert fix.safety == "unsafe"
    text = (FIXTURES / f"{name}.py").read_text("utf-8")
    assert fixed in apply_edits(text, fix.edits)
