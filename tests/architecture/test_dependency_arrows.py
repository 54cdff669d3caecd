"""Arrows between the rooms point one way."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.architecture.imports import GUEST, PRODUCT, Import, imports, room, sources, syntax

MAY_IMPORT = {
    "faults": set[str](),
    "cancellation": set(),
    "compute": {"cancellation", "runs", "traces"},
    "garbage": set(),
    "jobs": {"work_thread"},
    "kept_findings": {"faults", "own_documents"},
    "llm": {"cancellation", "redaction", "settings", "whole_sentences"},
    "mcp": {"cancellation", "redaction", "work_thread"},
    "near_names": set(),
    "whole_sentences": set(),
    "own_documents": {"signed_files"},
    "own_folder": set(),
    "platform_name": set(),
    "traces": {"faults"},
    "localise": {
        "cancellation",
        "compute",
        "faults",
        "kept_findings",
        "llm",
        "own_documents",
        "program",
        "rules",
        "runs",
        "settings",
        "signed_files",
        "source",
        "time_limit",
        "traces",
    },
    "private_stdout": set(),
    "repair": {
        "cancellation",
        "compute",
        "faults",
        "localise",
        "own_documents",
        "own_folder",
        "program",
        "rules",
        "runs",
        "settings",
        "signed_files",
        "source",
        "time_limit",
        "traces",
    },
    "time_limit": set(),
    "redaction": set(),
    "work_thread": set(),
    "settings": {"faults"},
    "settings_file": {"faults", "near_names", "settings"},
    "source": {"faults"},
    "program": {"faults", "source", "time_limit"},
    "rules": {"faults", "near_names", "source", "program", "settings", "time_limit"},
    "runs": {
        "cancellation",
        "near_names",
        "own_folder",
        "redaction",
        "settings",
        "signed_files",
        "source",
        "traces",
    },
    "signed_files": {"own_folder"},
    "reproduce": {
        "cancellation",
        "faults",
        "kept_findings",
        "llm",
        "near_names",
        "own_documents",
        "own_folder",
        "program",
        "redaction",
        "rules",
        "runs",
        "settings",
        "signed_files",
        "source",
        "time_limit",
        "traces",
        "work_thread",
        "whole_sentences",
    },
    "reports": {
        "faults",
        "localise",
        "repair",
        "source",
        "program",
        "redaction",
        "rules",
        "runs",
        "traces",
        "reproduce",
    },
    "lsp": {
        "time_limit",
        "faults",
        "source",
        "program",
        "rules",
        "reports",
        "settings",
        "settings_file",
        "garbage",
        "cancellation",
        "private_stdout",
        "redaction",
        "work_thread",
        "jobs",
        "llm",
        "localise",
        "own_documents",
        "own_folder",
        "platform_name",
        "repair",
        "reproduce",
        "runs",
        "traces",
    },
    "cli": {
        "compute",
        "repair",
        "time_limit",
        "faults",
        "source",
        "program",
        "rules",
        "reports",
        "settings",
        "settings_file",
        "garbage",
        "near_names",
        "private_stdout",
        "redaction",
        "mcp",
        "lsp",
        "reproduce",
        "cancellation",
        "jobs",
        "llm",
        "localise",
        "own_folder",
        "platform_name",
        "runs",
        "traces",
        "work_thread",
    },
}
"""What each room may know besides itself; the version in `__init__` is everybody's."""
HEAVY = {"torch", "keras", "tensorflow", "jax", "numpy", "scipy", "pandas", "lightning", "ray"}
ON_DEMAND = {"optuna", "optunahub"}
"""Loaded where they are used, never when a module is imported: they bring numpy."""
ONLY_IN = {"pygls": "lsp", "lsprotocol": "lsp", "argparse": "cli"}


def _all_imports() -> list[Import]:
    return [found for path in sources() for found in imports(path)]


def _targets_room(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] != "seismograd" or len(parts) == 1:
        return None
    return None if parts[1] == "__version__" else parts[1]


def test_every_room_is_known_to_this_test() -> None:
    assert {room(path) for path in sources()} - {"__init__"} <= MAY_IMPORT.keys()


def test_rooms_import_only_what_they_may() -> None:
    wrong = []
    for found in _all_imports():
        here, there = room(found.file), _targets_room(found.module)
        if there not in (None, here) and there not in MAY_IMPORT.get(here, set()):
            wrong.append(str(found))
    assert wrong == []


def test_only_one_room_knows_each_outside_interface() -> None:
    wrong = [
        str(found)
        for found in _all_imports()
        if (owner := ONLY_IN.get(found.module.split(".")[0])) and room(found.file) != owner
    ]
    assert wrong == []


def test_no_room_imports_a_framework() -> None:
    wrong = [str(found) for found in _all_imports() if found.module.split(".")[0] in HEAVY]
    assert wrong == []


def test_optional_packages_are_imported_only_where_they_are_used() -> None:
    wrong = [
        str(found)
        for found in _all_imports()
        if found.module.split(".")[0] in ON_DEMAND and found.at_start
    ]
    assert wrong == []


def test_the_command_line_loads_the_server_only_on_demand() -> None:
    wrong = [
        str(found)
        for found in _all_imports()
        if room(found.file) == "cli" and _targets_room(found.module) == "lsp" and found.at_start
    ]
    assert wrong == []


def test_only_the_command_line_prints() -> None:
    wrong = [
        f"{path.relative_to(PRODUCT)}:{node.lineno}"
        for path in sources()
        if room(path) != "cli"
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "sys.stdout.write")
    ]
    assert wrong == []


def test_the_guest_imports_itself_and_the_standard_library() -> None:
    ours = "seismograd_sandbox.guest"
    wrong = [
        str(found)
        for path in sources(GUEST)
        for found in imports(path)
        if not found.module.startswith(ours)
        and found.module.split(".")[0] not in sys.stdlib_module_names
    ]
    assert wrong == []


def test_sandboxes_know_nothing_of_the_server() -> None:
    wrong = [
        str(found)
        for path in sources(GUEST.parent)
        for found in imports(path)
        if found.module.split(".")[0] == "seismograd"
    ]
    assert wrong == []


def test_tree_sitter_points_are_not_read_by_name() -> None:
    # `Point.row` of tree-sitter 0.26 gives away a reference that it does not own.
    wrong = [
        f"{path.relative_to(PRODUCT)}:{node.lineno}"
        for path in sources()
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Attribute)
        and (node.attr == "row" or ast.unparse(node).endswith("_point.column"))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "module", ["seismograd.lsp.server", "seismograd.cli.check", "seismograd.repair.search.auto"]
)
def test_starting_loads_nothing_heavy(module: str) -> None:
    script = f"import sys, {module}; print(' '.join(sorted(sys.modules)))"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert (HEAVY | ON_DEMAND) & {name.split(".")[0] for name in loaded} == set()
    if module.startswith("seismograd.cli"):
        assert {"pygls", "lsprotocol", "asyncio", "multiprocessing"} & set(loaded) == set()
