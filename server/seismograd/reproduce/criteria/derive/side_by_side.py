"""What the report's own code shows of an object beside the same of another that was loaded."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from seismograd.reproduce.report.bug_report import BugReport
from seismograd.source.shallow_parse import parse_module

MOST_DISPLAYS = 60
"""Lines of one snippet that show something; each is compared with all others."""
_LOADS = re.compile(
    r"\b(?!\w*(?:loader|download|upload|payload|workload))"
    r"\w*(?:load|restore|from_pretrained|from_checkpoint|from_file|open_model)\w*\("
)
_LOADED_THERE = "loaded_there"
"""The name under which what is loaded in the middle of an expression is compared."""
_SHOWS = ("print", "pprint", "display", "logger.info", "logging.info")
_BLOCKS = (ast.With, ast.If, ast.Try, ast.For)


@dataclass(frozen=True, slots=True)
class SideBySide:
    code: str
    """All of the snippet."""
    line: int
    """Of the statement that shows the second of them."""
    first: str
    second: str
    """Expressions that are the same but for the object."""


@dataclass(frozen=True, slots=True)
class _Display:
    line: int
    expression: str


def before_and_after(report: BugReport) -> list[SideBySide]:
    """Pairs of expressions, for the object as it was and as it was loaded."""
    found: list[SideBySide] = []
    for snippet in report.snippets:
        if snippet.language in ("python", "py", "pycon", ""):
            try:
                found += _of_code(snippet.code, parse_module(snippet.code))
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
    return found


def _of_code(code: str, tree: ast.Module) -> Iterator[SideBySide]:
    made = _made(tree)
    loaded = {name for name, text in made.items() if _LOADS.search(text)} | _loaded_into(tree)
    displays = list(islice(_displays(tree.body, made), MOST_DISPLAYS))
    for number, second in enumerate(displays):
        for first in displays[:number]:
            texts = first.expression, _with_loads_named(second.expression)
            if _are_twins(*texts, {*made, _LOADED_THERE}, {*loaded, _LOADED_THERE}):
                yield SideBySide(code, second.line, first.expression, second.expression)


def _made(tree: ast.Module) -> dict[str, str]:
    """Names that are given a value once, with the source of the value."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(ast.unparse(node.value))
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def _loaded_into(tree: ast.Module) -> set[str]:
    """Objects that are told to load something: `after.load_state_dict(...)`."""
    calls = (n.func for n in ast.walk(tree) if isinstance(n, ast.Call))
    told = [f for f in calls if isinstance(f, ast.Attribute) and _LOADS.match(f"{f.attr}(")]
    return {f.value.id for f in told if isinstance(f.value, ast.Name)}


def _displays(body: list[ast.stmt], made: dict[str, str]) -> Iterator[_Display]:
    for statement in body:
        if isinstance(statement, ast.For) and _objects(statement):
            yield from _of_loop(statement, made)
        elif isinstance(statement, _BLOCKS):
            yield from _displays(statement.body, made)
        elif isinstance(statement, ast.Expr):
            for one in _shown(statement.value):
                text = ast.unparse(one)
                yield _Display(statement.lineno, made.get(text, text))


def _objects(loop: ast.For) -> list[str]:
    """`for model in (before, after):`"""
    is_row = isinstance(loop.iter, ast.Tuple | ast.List) and isinstance(loop.target, ast.Name)
    parts = loop.iter.elts if is_row and isinstance(loop.iter, ast.Tuple | ast.List) else []
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return names if len(names) == len(parts) else []


def _of_loop(loop: ast.For, made: dict[str, str]) -> Iterator[_Display]:
    own = ast.unparse(loop.target)
    for shown in _displays(loop.body, made):
        for name in _objects(loop):
            yield _Display(loop.lineno, re.sub(rf"\b{own}\b", name, shown.expression))


def _shown(value: ast.expr) -> list[ast.expr]:
    if not (isinstance(value, ast.Call) and ast.unparse(value.func) in _SHOWS):
        return [] if isinstance(value, ast.Constant) else [value]
    parts = [p for one in value.args for p in ast.walk(one) if isinstance(p, ast.FormattedValue)]
    plain = [one for one in value.args if not isinstance(one, ast.Constant | ast.JoinedStr)]
    return [*plain, *(part.value for part in parts)]


class _Naming(ast.NodeTransformer):
    """`load("model").predict(x)` asks what was loaded as much as `loaded.predict(x)` does."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if _LOADS.fullmatch(f"{ast.unparse(node.func).rpartition('.')[2]}("):
            return ast.Name(_LOADED_THERE, ast.Load())
        self.generic_visit(node)
        return node


def _with_loads_named(expression: str) -> str:
    named = ast.unparse(_Naming().visit(ast.parse(expression, mode="eval")))
    return expression if named == _LOADED_THERE else named


def _are_twins(first: str, second: str, known: set[str], loaded: set[str]) -> bool:
    """The same but for one name, which stands for what was loaded in one of them only."""
    names, others = _names(first), _names(second)
    one, other = names - others, others - names
    if len(one) != 1 or len(other) != 1:
        return False
    (a,), (b,) = one, other
    same = re.sub(rf"\b{a}\b", b, first) == second
    return same and {a, b} <= known | loaded and (a in loaded) != (b in loaded)


def _names(expression: str) -> set[str]:
    tree = ast.parse(expression, mode="eval")
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
