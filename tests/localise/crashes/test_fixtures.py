"""Scripts that really crash are explained on the line at fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from seismograd.localise.crashes import Crash
from seismograd.source.edits import apply_edits
from tests import parts
from tests.localise.crashes.runs import (
    FIXTURES,
    NAMES,
    Expected,
    expected,
    explain,
    explain_from_nothing,
)
from tests.sandbox.guest.warm_guest import WarmGuests

LEAST = 40
"""As many scripts as the families need to be shown in several styles."""
FROM_NOTHING = ("gan_step_between", "hydra_style", "keras_custom_layer", "worker_error")
"""Of each kind one: a script, a project, Keras, and a crash in another process."""


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmGuests]:
    parts.module("torch")
    guests = WarmGuests(tmp_path_factory.mktemp("warm"))
    yield guests
    guests.stop()


def test_there_are_enough_of_them() -> None:
    assert len(NAMES) >= LEAST
    assert [name for name in NAMES if expected(name) is None] == ["plain_error"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_line_at_fault(guests: WarmGuests, name: str) -> None:
    found = explain(name, guests)
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
@pytest.mark.parametrize("name", FROM_NOTHING)
def test_it_is_the_same_where_nothing_is_loaded_ahead(guests: WarmGuests, name: str) -> None:
    alone, warm = explain_from_nothing(name), explain(name, guests)
    assert alone is not None
    assert warm is not None
    assert without_numbers(alone) == without_numbers(warm)


def without_numbers(crash: Crash) -> Crash:
    """Scripts without a seed have others in every run."""
    tensors = (replace(one, min=None, max=None) for one in crash.tensors)
    return replace(crash, tensors=tuple(tensors))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fixed"),
    [
        ("linear_after_flatten", "self.fc1 = nn.Linear(400, 32)"),
        ("batch_norm_features", "nn.BatchNorm1d(20)"),
        ("view_not_contiguous", "transpose(0, 1).reshape(b, t, d)"),
        ("numpy_with_grad", "losses.append(loss.detach().numpy())"),
        ("hidden_kept", "    loss.backward()\n    hidden = hidden.detach()\n    opt.step()"),
        ("state_of_epoch", ")\n        state = tuple(part.detach() for part in state)\n"),
    ],
)
def test_fixes(guests: WarmGuests, name: str, fixed: str) -> None:
    found = explain(name, guests)
    assert found is not None
    (fix,) = found.fixes
    assert fix.safety == "unsafe"
    text = (FIXTURES / f"{name}.py").read_text("utf-8")
    assert fixed in apply_edits(text, fix.edits)
