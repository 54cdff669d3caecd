"""Start the runner by the path of this folder; nothing of ours has to be installed."""

from __future__ import annotations

import os
import sys

LOADED_BEFORE = frozenset(sys.modules)
"""By the interpreter itself, as without us."""
PACKAGE = "seismograd_guest"


def load_package() -> None:
    """Make this folder a package whose modules cannot be mistaken for the project's.

    What it imports comes from the standard library, whatever the user's PYTHONPATH has instead.
    """
    folder = os.path.dirname(os.path.abspath(__file__))
    plain = [entry for entry in sys.path if os.path.abspath(entry or ".") != folder]
    sys.path[:] = plain[_start_of_library(plain) :]
    try:
        _load_from(folder)
    finally:
        sys.path[:] = plain
        sys.path_importer_cache.pop(folder, None)


def _start_of_library(path: list[str]) -> int:
    """All that comes before it is the user's."""
    library = os.path.dirname(os.__file__)
    for position, entry in enumerate(path):
        name = os.path.basename(entry)
        if entry == library or (name.startswith("python3") and name.endswith(".zip")):
            return position
    return 0


def _load_from(folder: str) -> None:
    import importlib.util

    spec = importlib.util.spec_from_file_location(
        PACKAGE, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    package.__dict__.update(LOADED_BEFORE=LOADED_BEFORE, LIBRARY=tuple(sys.path))
    sys.modules[PACKAGE] = package
    spec.loader.exec_module(package)
    importlib.import_module(PACKAGE + ".command")


if __name__ == "__main__":
    load_package()
    sys.modules[PACKAGE + ".command"].main()
