"""Start the runner by the path of this folder; nothing of ours has to be installed."""

from __future__ import annotations

import importlib.util
import os
import sys

PACKAGE = "seismograd_guest"


def load_package() -> None:
    """Make this folder a package whose modules cannot be mistaken for the project's."""
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != folder]
    spec = importlib.util.spec_from_file_location(
        PACKAGE, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = package
    spec.loader.exec_module(package)


if __name__ == "__main__":
    load_package()
    importlib.import_module(PACKAGE + ".command").main()
