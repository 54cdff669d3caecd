"""Deep networks that nothing but their layers holds together."""

from __future__ import annotations

from seismograd.program.model import Network
from seismograd.program.operations import NORMALISATIONS

DEEP = 8
"""Hidden layers from which on a network without normalisation and without sums of earlier outputs
is hard to train: their gradients vanish or explode."""


def is_plain_chain(network: Network) -> bool:
    """Whether it has neither normalisation nor a tensor that goes on by two ways."""
    flow = network.flow
    is_normalised = any(one.op in NORMALISATIONS for one in flow.tensors)
    return not is_normalised and all(len(flow.consumers(one)) < 2 for one in flow.tensors)
