"""Names that a file of the project imports, as a script outside would import them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import ProjectView


def imported_names(project: ProjectView, tree: ast.Module, file: str) -> dict[str, str]:
    """The statement for each name that is bound; relative imports become absolute."""
    module = next((s.module for s in project.symbols if s.file == file), "")
    package = module.split(".")
    package = package if file.endswith("__init__.py") else package[:-1]
    nodes = (n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom))
    return {name: statement for node in nodes for name, statement in _bindings(node, package)}


def _bindings(node: ast.Import | ast.ImportFrom, package: list[str]) -> Iterator[tuple[str, str]]:
    for alias in node.names:
        named = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
        if isinstance(node, ast.Import):
            yield alias.asname or alias.name.partition(".")[0], f"import {named}"
            continue
        above = package[: len(package) - node.level + 1] if node.level else []
        module = ".".join([*above, *filter(None, [node.module])])
        yield alias.asname or alias.name, f"from {module} import {named}"
