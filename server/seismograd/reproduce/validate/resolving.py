"""The second stage: what the script imports, calls and names exists, somewhere."""

from __future__ import annotations

import ast
import re

from seismograd.near_names import nearest
from seismograd.reproduce.context.project_files import project_text
from seismograd.reproduce.context.project_view import ProjectView, Symbol, SymbolKind
from seismograd.reproduce.laboratory import Laboratory
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.reproduce.validate.script_names import ScriptNames, names_of, undefined_names

MOST_COMPLAINTS = 8


def demand_symbols(
    source: str, tree: ast.Module, project: ProjectView, laboratory: Laboratory
) -> None:
    """Raises `Unfit` with everything that does not exist."""
    names = names_of(tree)
    complaints = [f"The name {name} is not defined." for name in undefined_names(source, names)]
    modules = {symbol.module for symbol in project.symbols if symbol.module}
    ours = {name for name in names.used if _is_ours(name, modules)}
    complaints += [
        text for name in sorted(ours) if (text := _missing(name, names, project, modules))
    ]
    foreign = {n: tuple(sorted(words)) for n, words in names.used.items() if n not in ours}
    wrong = laboratory.resolve({n: words for n, words in foreign.items() if not n.startswith(".")})
    complaints += [f"Line {names.lines[name]}: {text}." for name, text in sorted(wrong.items())]
    if complaints:
        raise Unfit("\n".join(complaints[:MOST_COMPLAINTS]))


def _is_ours(dotted: str, modules: set[str]) -> bool:
    first = dotted.partition(".")[0]
    return any(module == first or module.startswith(f"{first}.") for module in modules)


def _missing(
    dotted: str, names: ScriptNames, project: ProjectView, modules: set[str]
) -> str | None:
    """What is wrong with a name of the project, as far as its source tells for sure."""
    if any(module == dotted or module.startswith(f"{dotted}.") for module in modules):
        return None
    found = [symbol for symbol in project.symbols if symbol.qualified == dotted]
    if found:
        return _wrong_keywords(found, names.used[dotted], names.lines[dotted])
    module, _, name = dotted.rpartition(".")
    siblings = [s.name for s in project.symbols if s.module == module and "." not in s.name]
    if not siblings:
        return None  # a member of something, or a module that does more than can be read
    if _binds_more_than_symbols(project, module, name):
        return None
    close = nearest(name, tuple(siblings))
    hint = f"; did you mean {close}?" if close else f"; it has {', '.join(sorted(siblings)[:8])}"
    return f"Line {names.lines[dotted]}: {module} has no {name}{hint}"


def _wrong_keywords(found: list[Symbol], keywords: set[str], line: int) -> str | None:
    symbol = found[0]
    if len(found) > 1 or symbol.kind is SymbolKind.CONSTANT or not keywords:
        return None
    if any(parameter.is_variadic for parameter in symbol.parameters):
        return None
    known = {parameter.name for parameter in symbol.parameters}
    unknown = sorted(keywords - known)
    if not unknown or not known:
        return None
    takes = ", ".join(parameter.name for parameter in symbol.parameters)
    return f"Line {line}: {symbol.qualified} takes no argument {', '.join(unknown)}; it has {takes}"


def _binds_more_than_symbols(project: ProjectView, module: str, name: str) -> bool:
    """Imports bind names in a module as well; the word in its text is enough to keep quiet."""
    files = {symbol.file for symbol in project.symbols if symbol.module == module}
    for file in files:
        try:
            text = project_text(project.root, file, "replace")
        except OSError:
            return True
        if re.search(rf"\b(?:{re.escape(name)}|__getattr__)\b|import \*", text):
            return True
    return False
