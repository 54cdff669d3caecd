"""What Keras layers forget, put right line by line."""

from __future__ import annotations

import ast
from textwrap import dedent

from seismograd.reproduce.suspicion.operators import Operator
from seismograd.reproduce.suspicion.operators.keras_layers import (
    cleared_weights,
    complete_config,
    supports_masking,
    takes_keywords,
    tensor_as_weight,
)
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

LAYER = dedent(
    """
    class Pool(layers.Layer):
        def __init__(self, sharpness, axis=1):
            super().__init__()
            self.sharpness = sharpness
            self.axis = axis
            self.hits = self.add_weight(name="hits")
            self.table = ops.zeros((3,))

        def get_config(self):
            return {**super().get_config(), "axis": self.axis}

        def reset_state(self):
            self.rows.assign(0.0)
    """
)


def patches(operator: Operator, name: str, *, whole: bool = False) -> list[str]:
    owner = ast.parse(LAYER).body[0]
    assert isinstance(owner, ast.ClassDef)
    functions = {one.name: one for one in owner.body if isinstance(one, ast.FunctionDef)}
    function = functions[name]
    statements: list[ast.stmt] = [function] if whole else list(function.body)
    suspects = [
        SuspectStatement("net.py", one, function, functions["__init__"], owner)
        for one in statements
    ]
    return [patch.text for one in suspects for patch in operator(one)]


def test_a_configuration_has_every_setting() -> None:
    (found,) = patches(complete_config, "get_config")
    assert "'sharpness': self.sharpness" in found
    assert found.count("self.axis") == 1


def test_a_constructor_takes_what_keras_tells_it() -> None:
    (found,) = patches(takes_keywords, "__init__", whole=True)
    assert "def __init__(self, sharpness, axis=1, **kwargs):" in found
    assert "super().__init__(**kwargs)" in found


def test_weights_are_cleared_that_were_forgotten() -> None:
    (found,) = patches(cleared_weights, "reset_state")
    assert "self.hits.assign(0 * self.hits)" in found


def test_a_tensor_becomes_a_weight() -> None:
    assert any("Variable(ops.zeros((3,)))" in one for one in patches(tensor_as_weight, "__init__"))


def test_a_layer_lets_masks_through() -> None:
    (found,) = patches(supports_masking, "__init__")
    assert found.rstrip().endswith("self.supports_masking = True")
