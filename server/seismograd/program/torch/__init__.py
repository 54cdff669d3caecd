"""What is known of PyTorch."""

from seismograd.program.torch import (
    batches,
    containers,
    exports,
    filling,
    functions,
    layers,
    lightning,
    methods,
    modules,
    names,
    summaries,
    training,
    transformers_trainer,
    traversal,
    unknown_networks,
)
from seismograd.source.evaluate.library import Library


def install(library: Library) -> None:
    """Add the models of this room."""
    parts = (names, layers, functions, methods, containers, modules, batches, training, lightning,
             traversal, summaries, exports, unknown_networks, transformers_trainer,
             filling)  # fmt: skip
    for part in parts:
        part.register(library)
