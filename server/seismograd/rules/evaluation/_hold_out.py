"""Validation data where there is none yet."""

from __future__ import annotations

from seismograd.faults import Fix
from seismograd.program.model import Fit
from seismograd.rules.offers import unsafe_fix
from seismograd.source.evaluate.values import Tensor
from seismograd.source.rewrite import set_argument


def hold_out_fixes(fit: Fit) -> list[Fix]:
    """The fix that lets Keras split the data, which it can do with arrays only."""
    if not isinstance(fit.inputs, Tensor) or fit.targets is None:
        return []
    edit = set_argument(fit.place, "validation_split", "0.2")
    return unsafe_fix("Hold out a fifth", edit)
