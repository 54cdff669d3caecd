"""Batch normalisation before a whole network, where no layer of it can be edited by itself."""

from __future__ import annotations

from seismograd.faults import Edit
from seismograd.program.model import Network
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import TORCH, library_name
from seismograd.repair.layers.network_place import network_place
from seismograd.repair.layers.network_uses import check_is_function
from seismograd.repair.layers.reread import still_fits
from seismograd.repair.layers.trained_networks import trained_networks
from seismograd.repair.layers.wrap_call import Wrapper, wrap_call
from seismograd.repair.parameter import CannotWrite
from seismograd.traces.data_facts import training_data
from seismograd.traces.events import ArrayFacts

BY_AXES = {3: ("BatchNorm1d", "Conv1d"), 4: ("BatchNorm2d", "Conv2d"), 5: ("BatchNorm3d", "Conv3d")}
"""Inputs with these axes have channels where a convolution takes them."""
TABLE = "BatchNorm1d"


def norm_before_network(context: RepairContext) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    networks = trained_networks(context.program)
    if len(networks) != 1 or networks[0].framework != "torch":
        raise CannotWrite("it is not certain which network is given the inputs")
    place = network_place(networks[0], context.program)
    check_is_function(networks[0], place, context.program)
    kind, width = _norm(networks[0], _inputs(context))
    document = place.chunk.document
    norm, of_norm = library_name(document, TORCH, f"nn.{kind}")
    sequential, of_sequential = library_name(document, TORCH, "nn.Sequential")
    wrapper = Wrapper(f"{sequential}({norm}({width}), ", ")", (*of_norm, *of_sequential))
    edits = wrap_call(place, wrapper)
    if not still_fits(context, edits):
        raise CannotWrite("it is not certain that the shapes would still fit")
    return edits


def _inputs(context: RepairContext) -> ArrayFacts:
    seen = training_data(context.history)
    inputs = seen.inputs if seen is not None else ()
    if len(inputs) != 1 or not (inputs[0].dtype or "").startswith("float"):
        raise CannotWrite("the run has not seen one input of floating-point numbers")
    return inputs[0]


def _norm(network: Network, facts: ArrayFacts) -> tuple[str, int]:
    """The class and the number of columns or channels. Raises `CannotWrite`."""
    axes, width = len(facts.shape), facts.shape[1] if len(facts.shape) > 1 else None
    if width is None:
        raise CannotWrite("the number of its inputs is not known")
    if axes == 2:
        return TABLE, width
    kind, convolution = BY_AXES.get(axes, ("", ""))
    learned = [layer.path for layer in network.layers if layer.is_learned]
    if not kind or not learned or not learned[0].endswith(f".{convolution}"):
        raise CannotWrite("it is not certain which axis of its inputs has the channels")
    return kind, width
