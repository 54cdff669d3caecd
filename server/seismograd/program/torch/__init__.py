"""What is known of PyTorch."""

from seismograd.program.torch import containers, data, functions, layers, methods, names, training
from seismograd.source.evaluate.library import Library


def install(library: Library) -> None:
    """Add the models of this room."""
    for part in (names, layers, functions, methods, containers, data, training):
        part.register(library)
