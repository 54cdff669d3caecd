"""What is known of NumPy, scikit-learn and pandas: the data that goes into training."""

from seismograd.program.numpy import arrays, datasets, methods, preparation, random_numbers
from seismograd.source.evaluate.library import Library


def install(library: Library) -> None:
    """Add the models of this room."""
    for part in (arrays, random_numbers, datasets, preparation, methods):
        part.register(library)
