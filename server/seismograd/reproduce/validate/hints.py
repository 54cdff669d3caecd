"""What a script does that keeps its run from being seen, and what to do instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.observation import MEASURED, Observation

_CHILDREN = re.compile(r"\b(?:subprocess\.\w+|os\.(?:system|popen|exec\w+|spawn\w+))\(")
_OF_EXCEPTIONS = ("raises", "raised_in")


def about_caught(source: str, seen: Observation, fingerprint: Fingerprint) -> str:
    """Where an exception shall end the run, and the script has caught one; "" else."""
    wants_one = any(one.check.strip().startswith(_OF_EXCEPTIONS) for one in fingerprint.criteria)
    if not wants_one or seen.exception is not None:
        return ""
    lines = ", ".join(str(handler.lineno) for handler in _swallowing(ast.parse(source)))
    if not lines:
        return ""
    return (
        f"The script catches exceptions in line {lines} and goes on. The one that is looked for "
        "must end the run: end the handler with a bare `raise`."
    )


def about_children(source: str) -> str:
    """Where the project runs in another process; "" else."""
    if not _CHILDREN.search(source):
        return ""
    return (
        "What runs in a child process is not seen. Call it in this process: import it, or use "
        "runpy.run_path with sys.argv set."
    )


def about_unreadable(seen: Observation) -> str:
    """Where measurements were printed in no form that is known; "" else."""
    if seen.measured or not re.search(rf"^\s*{MEASURED}\b", seen.stdout, re.MULTILINE):
        return ""
    return f"The lines with {MEASURED} cannot be read; their form is `{MEASURED} <name> <JSON>`."


def _swallowing(tree: ast.Module) -> Iterator[ast.ExceptHandler]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and not any(
            isinstance(child, ast.Raise) for child in ast.walk(node)
        ):
            yield node
