"""Validation data where there is none yet."""

from __future__ import annotations

from seismograd.faults import Fix, Safety
from seismograd.program.model import Fit
from seismograd.source.evaluate.values import Tensor
from seismograd.source.rewrite import set_argument


def hold_out_fixes(fit: Fit) -> list[Fix]:
    """The fix that lets Keras split the data, which it can do with arrays only."""
    if not isinstance(fit.inputs, Tensor) or fit.targets is None:
        return []
    edit = set_argument(fit.place, "validation_split", "0.2")
    return [] if edit is None else [Fix("Hold out a fifth", Safety.UNSAFE, (edit,))]
