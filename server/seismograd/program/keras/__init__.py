"""What is known of Keras, under all the names it goes by."""

from seismograd.source.evaluate.library import Library


def install(library: Library) -> None:
    """Add the models of this room."""
