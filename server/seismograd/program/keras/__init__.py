"""What is known of Keras, under all the names it goes by."""

from seismograd.program.keras import (
    building,
    exports,
    functions,
    layers,
    models,
    names,
    pipelines,
    steps,
    training,
)
from seismograd.source.evaluate.library import Library


def install(library: Library) -> None:
    """Add the models of this room."""
    for part in (names, layers, models, building, training, functions, pipelines, steps, exports):
        part.register(library)
