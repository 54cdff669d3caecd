"""What is known of Keras, under all the names it goes by."""

from seismograd.program.keras import (
    building,
    exports,
    folders,
    functions,
    layers,
    models,
    names,
    pipelines,
    sequential,
    steps,
    training,
)
from seismograd.source.evaluate.library import Library


def install(library: Library) -> None:
    """Add the models of this room."""
    for part in (
        names,
        layers,
        sequential,
        models,
        building,
        training,
        functions,
        pipelines,
        folders,
        steps,
        exports,
    ):
        part.register(library)
