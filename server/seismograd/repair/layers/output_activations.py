"""Which activations an output may have: first of all what its losses want to get."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.program.model import LossUse

COMPETING = frozenset({"log_softmax", "softmax"})
"""Over classes of which an example has one: of an output of one unit they say nothing."""
LOG_PROBABILITIES = ("log_softmax",)
PROBABILITIES = ("sigmoid", "softmax", "linear")
ANY = ("linear", "softmax", "sigmoid")
OF_PROBABILITIES = frozenset({"bce"})
"""Losses that want numbers from 0 to 1."""


def output_options(losses: Sequence[LossUse], units: int | None) -> tuple[str, ...]:
    """The most fitting first."""
    wants_numbers = any(one.kind in OF_PROBABILITIES for one in losses)
    logarithms = LOG_PROBABILITIES if want_logarithms(losses) else ()
    options = (*logarithms, *(PROBABILITIES if wants_numbers else ANY))
    return tuple(one for one in options if not (units == 1 and one in COMPETING))


def want_logarithms(losses: Sequence[LossUse]) -> bool:
    return any(one.expects == "log_probabilities" for one in losses)
