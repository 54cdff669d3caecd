"""Files that a project names are read by one module; whoever opens a file otherwise says why."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.architecture.imports import GUEST, PRODUCT, ROOT, sources, syntax

HOST = GUEST.parent / "host"
OPENERS = frozenset(
    {
        "codecs.open",
        "io.open",
        "json.load",
        "linecache.getline",
        "linecache.getlines",
        "open",
        "os.fdopen",
        "os.open",
        "tokenize.open",
        "tomllib.load",
        "zipfile.ZipFile",
    }
)
METHODS = frozenset({"read_bytes", "read_text"})
THE_READER = "sandbox/seismograd_sandbox/untrusted_files.py"
OWN_FILE = "a file of the package itself"
OF_THE_SYSTEM = "a file of /proc, /sys or the cgroups: the system's, never a project's"
OWN_STREAM = "a descriptor that this process made"
NEW_FILE = "makes a new file, and reads nothing"
ALLOWED = {
    "sandbox/seismograd_sandbox/host/confined.py": "reads below a sandbox, step by step, regular",
    "sandbox/seismograd_sandbox/host/copying.py": NEW_FILE,
    "sandbox/seismograd_sandbox/host/docker_engine/attached.py": OWN_STREAM,
    "sandbox/seismograd_sandbox/host/docker_engine/images/recipe.py": OWN_FILE,
    "sandbox/seismograd_sandbox/host/docker_engine/warden.py": "runs inside of the container",
    "sandbox/seismograd_sandbox/host/leftovers.py": OF_THE_SYSTEM,
    "sandbox/seismograd_sandbox/host/owner.py": OF_THE_SYSTEM,
    "sandbox/seismograd_sandbox/host/scratch.py": "in a folder of our own that nobody else enters",
    "sandbox/seismograd_sandbox/host/special_files.py": OF_THE_SYSTEM,
    "sandbox/seismograd_sandbox/host/supervisor/census.py": OF_THE_SYSTEM,
    "sandbox/seismograd_sandbox/host/supervisor/cgroup.py": OF_THE_SYSTEM,
    "sandbox/seismograd_sandbox/host/supervisor/disk_use.py": "folders, and only their lists",
    "sandbox/seismograd_sandbox/host/supervisor/reporting.py": OWN_STREAM,
    "sandbox/seismograd_sandbox/host/supervisor/tree.py": OF_THE_SYSTEM,
    "sandbox/seismograd_sandbox/host/surroundings/graphics.py": OF_THE_SYSTEM,
    "server/seismograd/cli/demo_reproduction.py": "the project that the demo has just made",
    "server/seismograd/cli/main.py": "the null device",
    "server/seismograd/cli/trouble.py": "the null device",
    "server/seismograd/jobs/damaged_store.py": "a lock file, opened without following links",
    "server/seismograd/jobs/owner.py": OF_THE_SYSTEM,
    "server/seismograd/localise/interventions/answers.py": OWN_FILE,
    "server/seismograd/localise/weights.py": OWN_FILE,
    "server/seismograd/private_stdout.py": OWN_STREAM,
    "server/seismograd/reports/live_plot.py": OWN_FILE,
    "server/seismograd/reproduce/commits/private_folders.py": "locks in the user's cache folder",
    "server/seismograd/source/replace_file.py": NEW_FILE,
    "server/seismograd/traces/trace_file.py": "regular, without links, read in bounded pieces",
}
"""Why a module may open files itself; everybody else goes through `untrusted_files`."""


def test_only_modules_that_say_why_open_files_themselves() -> None:
    wrong = [
        f"{name}:{line} {call}"
        for path in _modules()
        for name in [path.relative_to(ROOT).as_posix()]
        for line, call in _openings(path)
        if name not in ALLOWED
    ]
    assert wrong == [], f"read it with {THE_READER}, or say in ALLOWED why not"


def test_no_reason_is_left_of_a_module_that_opens_nothing() -> None:
    opening = {path.relative_to(ROOT).as_posix() for path in _modules() if any(_openings(path))}
    assert ALLOWED.keys() - opening == set()


def _modules() -> Iterator[Path]:
    """Without the self-check: its files are made by itself, in folders of its own."""
    yield from sources(PRODUCT)
    yield from (path for path in sources(HOST) if HOST / "self_check" not in path.parents)


@cache
def _openings(path: Path) -> list[tuple[int, str]]:
    return list(_walk(path))


def _walk(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if called in OPENERS or method in METHODS or (method == "open" and _has_mode(node)):
                yield node.lineno, called


def _has_mode(call: ast.Call) -> bool:
    """Whether this `open` is that of a path, and not of a session or a document."""
    given = [*call.args, *(word.value for word in call.keywords if word.arg == "mode")]
    texts = [one.value for one in given if isinstance(one, ast.Constant)]
    return any(isinstance(text, str) and set(text) <= set("rwaxbt+") for text in texts)
