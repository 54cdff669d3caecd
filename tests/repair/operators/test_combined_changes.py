"""Changes of several layer operators in one patch: they agree, or they conflict."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.repair.context import RepairContext
from seismograd.repair.operators.dropout import Dropout
from seismograd.repair.operators.layer_add import LayerAdd
from seismograd.repair.operators.normalisation_layer import NormalisationLayer
from seismograd.repair.operators.units import Units
from seismograd.repair.parameter import Parameter
from seismograd.repair.patches.change import Conflict, patch_of
from tests.repair.operators.fixture_cases import ENTRY, FIXTURES, context_of

SEQUENCE = FIXTURES / "layer_add" / "sequential" / "before"
OPERATORS = (Dropout(), LayerAdd(), NormalisationLayer(), Units())
KERAS = FIXTURES / "layer_add" / "keras" / "before"


def _found(root: Path) -> tuple[RepairContext, dict[str, Parameter]]:
    context = context_of(root, {})
    found = [one for operator in OPERATORS for one in operator.parameters(context)]
    return context, {one.name: one for one in found}


def test_new_layer_and_other_width_of_its_neighbour_conflict() -> None:
    context, found = _found(SEQUENCE)
    layer, units = found["layer after Linear 2"], found["units of Linear 2"]
    patch = patch_of([layer.change("added"), units.change(64)])
    with pytest.raises(Conflict):
        patch.files(SEQUENCE, context.read)


def test_two_new_layers_need_one_import_each() -> None:
    context, found = _found(KERAS)
    dropout, norm = found["dropout after hidden layers"], found["batch norm after second"]
    files = patch_of([dropout.change(0.2), norm.change("added")]).files(KERAS, context.read)
    assert files is not None
    lines = files[ENTRY].splitlines()
    assert lines[1] == "from keras.layers import Dense, Input, BatchNormalization, Dropout"
    at = lines.index("model.add(BatchNormalization())")
    assert lines[at + 1] == "model.add(Dropout(0.2))"
