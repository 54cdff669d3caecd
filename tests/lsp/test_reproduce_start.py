"""What is loaded, and when."""

from __future__ import annotations

import subprocess
import sys

import pytest


def loaded(script: str) -> list[str]:
    code = f"import sys; {script}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [name for name in ran.stdout.split() if name.startswith("seismograd.reproduce")]


@pytest.mark.parametrize(
    ("script", "rooms"),
    [
        ("from seismograd.lsp.assembly import create_server; create_server()", []),
        (
            "import seismograd.lsp.reproduce_rows",
            [f"seismograd.reproduce{name}" for name in ("", ".results", ".results.saved_results")],
        ),
    ],
)
def test_neither_a_start_nor_a_list_loads_the_search(script: str, rooms: list[str]) -> None:
    assert sorted(loaded(script)) == sorted(rooms)
