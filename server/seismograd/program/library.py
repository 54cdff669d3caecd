"""All that is known of libraries, in one place, built once."""

from __future__ import annotations

from functools import cache

from seismograd.program import keras, numpy, torch
from seismograd.source.evaluate import python
from seismograd.source.evaluate.library import Library


@cache
def framework_library() -> Library:
    """Models of Python's own library and of the frameworks."""
    library = Library()
    for room in (python, torch, numpy, keras):
        room.install(library)
    return library
