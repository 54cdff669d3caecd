"""What is known of Python's own library and of small configuration libraries."""

from __future__ import annotations

from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.python import (
    collections_types,
    command_line,
    config_files,
    conversions,
    dictionaries,
    functional,
    hydra_main,
    inspection,
    iterables,
    lists,
    numbers,
    paths,
    records,
    settings_objects,
    strings,
)

_MODULES = (
    collections_types,
    command_line,
    config_files,
    conversions,
    dictionaries,
    functional,
    hydra_main,
    inspection,
    iterables,
    lists,
    numbers,
    paths,
    records,
    settings_objects,
    strings,
)


def install(library: Library) -> None:
    """Add the models of Python's own library."""
    for module in _MODULES:
        module.register(library)
