"""The third stage: the bug is the project's. The script neither raises nor re-implements it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import ProjectView, SymbolKind
from seismograd.reproduce.observation import MEASURED, REPRODUCED
from seismograd.reproduce.validate.dependence import Dependence
from seismograd.reproduce.validate.forbidden_uses import forbidden_uses
from seismograd.reproduce.validate.monkeypatch_check import (
    project_changes,
    replaced_parts,
    without_recorder,
)
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.reproduce.validate.script_names import names_of

_CATCH_ALL = {"Exception", "BaseException"}
_ENDS = {"SystemExit", "AssertionError"}
"""What a script may raise itself, once it has measured that something is wrong."""


_DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_PROTOCOLS = {
    "__getitem__": "IndexError",
    "__next__": "StopIteration",
    "__getattr__": "AttributeError",
}


def demand_script_rules(tree: ast.Module, project: ProjectView) -> None:
    """Raises `Unfit`."""
    complaints = [
        *_not_through_the_project(tree, project),
        *_own_exceptions(tree),
        *_catch_alls(tree),
        *certain_failures(tree),
        *_made_up_measurements(tree),
        *_measured_without_project(tree, project),
        *forbidden_uses(tree, _modules(project)),
        *replaced_parts(without_recorder(tree), _foreign_imports(tree, project)),
        *_copies(tree, project),
        *project_changes(tree, imports_of_project(tree, project), project),
    ]
    if complaints:
        raise Unfit("\n".join(complaints))


def _modules(project: ProjectView) -> set[str]:
    return {symbol.module.partition(".")[0] for symbol in project.symbols if symbol.module}


def imports_of_project(tree: ast.Module, project: ProjectView) -> dict[str, str]:
    ours = _modules(project)
    imported = names_of(tree).imported
    return {name: dotted for name, dotted in imported.items() if dotted.partition(".")[0] in ours}


def _not_through_the_project(tree: ast.Module, project: ProjectView) -> Iterator[str]:
    text = ast.unparse(tree)
    starts = any(entry.file in text for entry in project.entry_points)  # runpy, subprocess
    if not imports_of_project(tree, project) and not starts:
        yield "The script uses nothing of the project; a reproduction goes through its code."


def _own_exceptions(tree: ast.Module) -> Iterator[str]:
    by_protocol = set(_raised_by_protocol(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None and node not in by_protocol:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            name = raised.id if isinstance(raised, ast.Name) else ast.unparse(raised)
            if name not in _ENDS and not _is_caught(tree, node, name):
                yield (
                    f"Line {node.lineno} raises {name} itself; "
                    "the exception must come out of the project's code."
                )


def _raised_by_protocol(tree: ast.Module) -> Iterator[ast.Raise]:
    """How a data set of the script's own says that it is over."""
    for method in ast.walk(tree):
        name = method.name if isinstance(method, ast.FunctionDef) else ""
        for node in ast.walk(method) if name in _PROTOCOLS else ():
            if isinstance(node, ast.Raise) and node.exc is not None:
                raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
                if ast.unparse(raised) == _PROTOCOLS[name]:
                    yield node


def _is_caught(tree: ast.Module, node: ast.Raise, name: str) -> bool:
    """Whether it passes on what was caught around it: `except E as error: ... raise error`."""
    return any(
        isinstance(handler, ast.ExceptHandler)
        and handler.name == name
        and any(child is node for child in ast.walk(handler))
        for handler in ast.walk(tree)
    )


def _catch_alls(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.ExceptHandler):
            continue
        caught = _caught_names(node)
        passes_on = any(
            isinstance(child, ast.Raise) and child.exc is None for child in ast.walk(node)
        )
        if (not caught or caught & _CATCH_ALL) and not passes_on:
            yield f"Line {node.lineno} catches every exception; catch the reported one alone."


def _caught_names(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return set()
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {ast.unparse(one) for one in types}


def _made_up_measurements(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "print"
            and MEASURED in ast.unparse(node)
            and not any(
                isinstance(child, ast.Name) and child.id != "print" for child in ast.walk(node)
            )
        ):
            yield f"Line {node.lineno} prints a measurement that nothing was measured for."


def _measured_without_project(tree: ast.Module, project: ProjectView) -> Iterator[str]:
    dependence = Dependence(tree, project, imports_of_project(tree, project))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "print"
            and MEASURED in ast.unparse(node)
            and not dependence.of(node.args)
        ):
            yield f"Line {node.lineno} prints a measurement that nothing of the project is in."


def _foreign_imports(tree: ast.Module, project: ProjectView) -> dict[str, str]:
    ours = imports_of_project(tree, project)
    imported = names_of(tree).imported
    return {name: dotted for name, dotted in imported.items() if name not in ours}


def _copies(tree: ast.Module, project: ProjectView) -> Iterator[str]:
    """Definitions that have the name and the make of one in the project."""
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION)
    ours = {s.name: s for s in project.symbols if s.kind in kinds and "." not in s.name}
    methods = {
        one for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for one in node.body
    }
    for node in ast.walk(tree):
        if not isinstance(node, _DEFINITIONS) or node in methods:
            continue
        symbol = ours.get(node.name)
        if symbol is not None and node.name != "main":
            yield (
                f"Line {node.lineno} defines {node.name} anew; import it from {symbol.module} "
                "instead, or give a helper that is something else another name."
            )


_EXITS = ("exit", "quit", "sys.exit", "os._exit", "SystemExit")
_GOOD = (0, None, False)


def certain_failures(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and not any(
            isinstance(child, ast.Name) for child in ast.walk(node.test)
        ):
            yield f"The assertion in line {node.lineno} does not depend on anything measured."
    for statement in tree.body:
        if _may_end_well(statement):
            return
        if _ends_badly(statement):
            yield f"Line {statement.lineno} fails whatever happens."
        elif _prints(statement, REPRODUCED):
            yield f"Line {statement.lineno} says REPRODUCED whatever happens."


def _may_end_well(statement: ast.stmt) -> bool:
    """Whether the script can be over here, with status 0, by some condition."""
    if not isinstance(statement, ast.If | ast.Try | ast.For | ast.While | ast.With):
        return False
    return any(_is_exit(node) and not _fails_for_sure(node) for node in ast.walk(statement))


def _ends_badly(statement: ast.stmt) -> bool:
    """An unconditional end with another status than 0, at the top level of the script."""
    if isinstance(statement, ast.Raise):
        exits = statement.exc is not None and _is_exit(statement.exc)
        return not exits or (statement.exc is not None and _fails_for_sure(statement.exc))
    if not isinstance(statement, ast.Expr):
        return False
    called = ast.unparse(statement.value)
    return called == "os.abort()" or (
        _is_exit(statement.value) and _fails_for_sure(statement.value)
    )


def _is_exit(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in _EXITS


def _fails_for_sure(node: ast.AST) -> bool:
    """A status that is written down, and not 0; one that is computed may be."""
    given = node.args if isinstance(node, ast.Call) else []
    return bool(given) and isinstance(given[0], ast.Constant) and given[0].value not in _GOOD


def _prints(statement: ast.stmt, word: str) -> bool:
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    call = statement.value
    if ast.unparse(call.func) != "print" or not call.args:
        return False
    return bool(re.match(rf"f?['\"]{re.escape(word)}", ast.unparse(call.args[0])))
