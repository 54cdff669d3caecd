"""Of the system code inside sees programs and libraries, and not what else lies beside them."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.host.bubblewrap.system import PROGRAMS, VENDORS
from seismograd_sandbox.host.known_caches import PLACES
from seismograd_sandbox.host.sandbox import Session
from tests.security.inner_scripts import told

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="walls are those of Linux")
Opening = Callable[..., Session]
OTHER_PACKAGES = Path("/opt")
PAGE = Path(__file__).parents[2] / "docs" / "security.md"


@pytest.fixture
def of_another_program() -> Iterator[Path]:
    """Below `/opt`, where only root can put something."""
    if not os.access(OTHER_PACKAGES, os.W_OK):
        pytest.skip(f"nothing can be written to {OTHER_PACKAGES}")
    with tempfile.TemporaryDirectory(prefix="seismograd-test-", dir=OTHER_PACKAGES) as folder:
        (Path(folder) / "settings").write_text("the key")
        yield Path(folder)


def test_other_programs_in_opt_are_not_seen(open_walled: Opening, of_another_program: Path) -> None:
    script = "import json, os, sys; print(json.dumps(os.path.exists(sys.argv[1])))"
    assert told(open_walled(), script, of_another_program) is False


def test_opt_shows_libraries_of_processors_alone(open_walled: Opening) -> None:
    script = """
        import json, os
        print(json.dumps(os.listdir("/opt") if os.path.exists("/opt") else []))
    """
    vendors = ("amdgpu", "cuda", "hpcx", "intel", "nvidia", "rocm")
    of_python = {Path(path).parts[2] for path in sys.path if Path(path).is_relative_to("/opt")}
    seen = {name for name in told(open_walled(), script) if not name.startswith(vendors)}
    assert seen <= of_python


def test_the_page_names_all_that_is_shown() -> None:
    text = PAGE.read_text("utf-8")
    libraries = [place for place in PROGRAMS if not place.startswith("/lib")]
    assert [
        name for name in (*libraries, "/lib*", *VENDORS, *PLACES) if f"`{name}`" not in text
    ] == []
