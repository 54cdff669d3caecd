"""Every place of the product that starts a program is known, and so is how it finds it.

A new one has to be added here, and to say which program it may be: ours, one that is looked up
outside of projects, or one that is started for a sandbox, inside of it.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.host.programs import find_program
from seismograd_sandbox.host.selection import choose, choose_for_strangers, sandbox_named
from seismograd_sandbox.host.surroundings.engines import sandbox_states
from tests.architecture.imports import DEMO, PRODUCT, ROOT, syntax

HOST = ROOT / "sandbox" / "seismograd_sandbox" / "host"
CALLS = {
    "subprocess": {"Popen", "run", "call", "check_call", "check_output", "getoutput"},
    "os": {"system", "popen", "startfile", "posix_spawn", "posix_spawnp", "fork", "forkpty"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
    "pty": {"spawn", "fork"},
    "shutil": {"which"},
    # They start what they find on the PATH: `uname`, `arp`, `ldconfig`, a browser.
    "platform": {"platform", "processor", "uname"},
    "uuid": {"getnode", "uuid1"},
    "util": {"find_library"},
    "webbrowser": {"get", "open", "open_new", "open_new_tab"},
}
OWN = "sys.executable"
LOOKED_UP = "find_program"
SYSTEM = "PS"
HOW = {
    "sandbox/seismograd_sandbox/host/bubblewrap/engine.py": LOOKED_UP,
    "sandbox/seismograd_sandbox/host/surroundings/command.py": LOOKED_UP,
    "server/seismograd/reproduce/report/fetch.py": LOOKED_UP,
    "server/seismograd/reproduce/commits/repository.py": LOOKED_UP,
    "sandbox/seismograd_sandbox/host/leftovers.py": SYSTEM,
    "sandbox/seismograd_sandbox/host/owner.py": SYSTEM,
    "sandbox/seismograd_sandbox/host/supervisor/census.py": SYSTEM,
    "sandbox/seismograd_sandbox/host/supervisor/tree.py": SYSTEM,
    "server/seismograd/jobs/owner.py": SYSTEM,
    "server/seismograd/compute/ray_connection.py": OWN,
    "sandbox/seismograd_sandbox/host/self_check/decoys.py": OWN,
    "sandbox/seismograd_sandbox/host/self_check/lifetime.py": OWN,
    "sandbox/seismograd_sandbox/host/supervised.py": OWN,
    "sandbox/seismograd_sandbox/host/supervisor/namespace_trial.py": OWN,
    # The command of a run: behind walls, in a container, or what `process` is chosen for.
    "sandbox/seismograd_sandbox/host/docker_engine/warden.py": "command",
    "sandbox/seismograd_sandbox/host/inside.py": "command",
    "sandbox/seismograd_sandbox/host/supervisor/starting.py": "order.command",
    # Forks only: what follows is started by `starting`.
    "sandbox/seismograd_sandbox/host/supervisor/namespaces.py": "os.fork",
    # Only names an interpreter, which runs in a sandbox.
    "server/seismograd/runs/interpreter.py": "shutil.which",
    "server/seismograd/runs/shims.py": "shutil.which",
}


def _sources() -> Iterator[Path]:
    for folder in (PRODUCT, HOST):
        yield from (path for path in sorted(folder.rglob("*.py")) if DEMO not in path.parents)


def _starts(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        module, name = node.func.value.id, node.func.attr
        return name in CALLS.get(module, ()) or (
            module == "os" and name.startswith(("exec", "spawn"))
        )
    # Through GitPython, whose command has a method for it.
    return isinstance(node.func, ast.Attribute) and node.func.attr == "execute"


def _imported_by_name(tree: ast.Module) -> Iterator[str]:
    """`from subprocess import run` would pass unseen."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in CALLS:
            yield from (alias.name for alias in node.names if alias.name in CALLS[node.module])


def test_every_place_that_starts_a_program_is_known() -> None:
    starting = set()
    for path in _sources():
        tree = syntax(path)
        assert not list(_imported_by_name(tree)), path
        if any(_starts(node) for node in ast.walk(tree)):
            starting.add(path.relative_to(ROOT).as_posix())
    starting -= {name for name in starting if _executes_sql(name)}
    assert starting == set(HOW)


def test_each_finds_its_program_as_it_says() -> None:
    for name, how in HOW.items():
        assert how in (ROOT / name).read_text("utf-8"), name


@pytest.mark.parametrize(
    "look_up", [find_program, choose, choose_for_strangers, sandbox_named, sandbox_states]
)
def test_none_is_looked_up_without_saying_for_which_project(look_up: Callable[..., object]) -> None:
    project = inspect.signature(look_up).parameters["project"]
    assert project.default is inspect.Parameter.empty
    assert project.annotation == "Path"


def _executes_sql(name: str) -> bool:
    return "sqlite3" in (ROOT / name).read_text("utf-8")
