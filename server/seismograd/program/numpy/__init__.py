"""What is known of NumPy, scikit-learn and pandas: the data that goes into training."""

from seismograd.source.evaluate.library import Library


def install(library: Library) -> None:
    """Add the models of this room."""
