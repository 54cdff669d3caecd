"""Statements that could listen to an option, written so that they do."""

from __future__ import annotations

import ast
import copy
import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.options.of_settings import settings_in_files
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.suspicion.idle_names import IdleNames
from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement, suspect_statements
from seismograd.reproduce.suspicion.tables import Table, tables_in
from seismograd.reproduce.suspicion.unheard_options import option_names

MOST_PATCHES = 40
MOST_OPTIONS = 3
_SETTINGS = re.compile(
    r"(?:self\.)?_?(?:\w+_)?(?:config|cfg|args|hparams|opts?|options|params|settings|conf|flags)"
)
_FOREIGN = {"dropout": "p", "clip": "max_norm", "grad_clip": "max_norm", "learning_rate": "lr",
            "smoothing": "label_smoothing", "lr": "learning_rate"}  # fmt: skip
_FRAMEWORK = re.compile(r"(?:^|\.)[A-Z]\w*$|\]$|(?:^F|functional|utils|init|torch)\.\w+$")
"""Classes, entries of tables, and functions of the frameworks."""
Alternative = Iterator[tuple[ast.expr, str]]
_IDLE = 10.0
"""It is seen, not guessed: before all others, wherever it is."""
_BY_KEYWORD, _FOR_USUAL, _AS_ARGUMENT, _FOR_CONSTANT, _FOR_GLOBAL = 1.0, 0.9, 0.7, 0.6, 0.5
_LESS_LIKELY = 0.95
"""A way to the option that is found later."""


@dataclass(frozen=True, slots=True)
class _Option:
    name: str
    takers: set[str]
    """Names of what the project itself gives it to."""
    usual: list[object]
    """Its defaults, and what files of settings have."""
    tables: dict[str, list[Table]]
    """By file."""
    idle: IdleNames


def listening_patches(case: Case, seen: Observation) -> Iterator[Patch]:
    """The likeliest first."""
    ranked: list[tuple[float, int, Patch]] = []
    options = [_option(case, name) for name in option_names(case)[:MOST_OPTIONS]]
    for suspect in suspect_statements(case, seen):
        for option in options:
            for rank, patch in _of_one(suspect, option):
                heapq.heappush(ranked, (-rank * suspect.weight, len(ranked), patch))
    for _, (_, _, patch) in zip(range(MOST_PATCHES), _in_order(ranked), strict=False):
        yield patch


def _in_order(ranked: list[tuple[float, int, Patch]]) -> Iterator[tuple[float, int, Patch]]:
    while ranked:
        yield heapq.heappop(ranked)


def _option(case: Case, name: str) -> _Option:
    files = {symbol.file for symbol in case.project.symbols}
    tables = {file: tables_in(case.root, file) for file in files}
    idle = IdleNames(case, name)
    return _Option(name, _takers(case, name), _usual_values(case, name), tables, idle)


def _of_one(suspect: SuspectStatement, option: _Option) -> Iterator[tuple[float, Patch]]:
    yield from ((_IDLE, patch) for patch in option.idle.patches(suspect))
    likely = 1.0
    for way in _ways(suspect, option.name):
        value = ast.parse(way, mode="eval").body
        for rank, patches in _forms(suspect, option, value):
            for patch in patches:
                yield rank * likely, patch
        likely *= _LESS_LIKELY


def _ways(suspect: SuspectStatement, name: str) -> list[str]:
    """Expressions for the option that can be used in the function."""
    function = suspect.function
    if function is None:
        return []
    found = [name] if name in suspect.parameters else []
    if suspect.owner is not None and f"self.{name}" in ast.unparse(suspect.owner):
        found.append(f"self.{name}")
    short = _short_names(function)
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute | ast.Subscript):
            holder = ast.unparse(node.value)
            if _SETTINGS.fullmatch(holder) or _is_section(node.value) or holder in short:
                by_name = isinstance(node, ast.Attribute)
                found.append(f"{holder}.{name}" if by_name else f"{holder}[{name!r}]")
    for parameter in suspect.parameters:
        if _SETTINGS.fullmatch(parameter):
            found += [f"{parameter}.{name}", f"{parameter}[{name!r}]"]
    return list(dict.fromkeys(found))[:4]


def _short_names(function: ast.AST) -> set[str]:
    """Of `optim = config["optim"]`."""
    assigned = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
    return {
        target.id
        for node in assigned
        for target in node.targets
        if isinstance(target, ast.Name) and _is_section(node.value)
    }


def _is_section(node: ast.expr) -> bool:
    """`config["model"]`, `settings.optim`."""
    if not isinstance(node, ast.Attribute | ast.Subscript):
        return False
    return _SETTINGS.fullmatch(ast.unparse(node.value)) is not None


def _forms(
    suspect: SuspectStatement, option: _Option, value: ast.expr
) -> Iterator[tuple[float, Iterator[Patch]]]:
    name, takers, usual = option.name, option.takers, option.usual
    keywords = {name, _FOREIGN.get(name, name)}
    kinds = _kinds(usual)
    told = f"with {ast.unparse(value)} for {name}"

    def by_keyword(node: ast.expr, _suspect: SuspectStatement) -> Alternative:
        if isinstance(node, ast.Call):
            for number, keyword in enumerate(node.keywords):
                is_other = ast.unparse(keyword.value) != ast.unparse(value)
                if keyword.arg in keywords and is_other:
                    changed = copy.deepcopy(node)
                    changed.keywords[number].value = value
                    yield changed, told

    def as_argument(node: ast.expr, _suspect: SuspectStatement) -> Alternative:
        if isinstance(node, ast.Call) and not {k.arg for k in node.keywords} & keywords:
            callee = ast.unparse(node.func)
            is_taker = callee.rpartition(".")[2] in takers
            if is_taker or _FRAMEWORK.search(callee):
                for keyword in [name] if is_taker else sorted(keywords):
                    given = [*node.keywords, ast.keyword(keyword, value)]
                    yield ast.Call(node.func, node.args, given), f"{told}, as {keyword}"

    def for_usual(node: ast.expr, _suspect: SuspectStatement) -> Alternative:
        if isinstance(node, ast.Constant) and node.value in usual:
            yield value, f"{told}, not {ast.unparse(node)[:30]}"

    def from_table(node: ast.expr, _suspect: SuspectStatement) -> Alternative:
        text = ast.unparse(node)
        for table in option.tables.get(suspect.file, []):
            if text in table.entries:
                found = ast.Subscript(ast.Name(table.name, ast.Load()), value, ast.Load())
                yield found, f"{told}, of {table.name}"

    def for_constant(node: ast.expr, _suspect: SuspectStatement) -> Alternative:
        if not isinstance(node, ast.Constant) or type(node.value) not in kinds:
            return
        if node.value not in usual:
            yield value, f"{told}, not {ast.unparse(node)[:30]}"

    def for_global(node: ast.expr, _suspect: SuspectStatement) -> Alternative:
        if isinstance(node, ast.Name) and node.id.isupper() and isinstance(node.ctx, ast.Load):
            yield value, f"{told}, not {node.id}"

    if isinstance(suspect.statement, ast.Expr) and isinstance(
        suspect.statement.value, ast.Constant
    ):
        return  # what a function says about itself
    calls = (n for n in ast.walk(suspect.statement) if isinstance(n, ast.Call))
    calls_taker = any(ast.unparse(n.func).rpartition(".")[2] in takers for n in calls)
    yield _BY_KEYWORD, by_expression(by_keyword)(suspect)
    yield _BY_KEYWORD if calls_taker else _AS_ARGUMENT, by_expression(as_argument)(suspect)
    yield _FOR_USUAL, by_expression(for_usual)(suspect)
    yield _FOR_USUAL, by_expression(from_table)(suspect)
    yield _FOR_CONSTANT, by_expression(for_constant)(suspect)
    yield _FOR_GLOBAL, by_expression(for_global)(suspect)


def _takers(case: Case, name: str) -> set[str]:
    """Names of what the project itself gives the option to."""
    named = (s for s in case.project.symbols if any(p.name == name for p in s.parameters))
    return {symbol.name.rpartition(".")[2] for symbol in named}


def _usual_values(case: Case, name: str) -> list[object]:
    """Defaults of the option, and what files of settings give it."""
    written = [p.default for s in case.project.symbols for p in s.parameters if p.name == name]
    written += [one.value for one in settings_in_files(case.root) if one.name == name]
    values: list[object] = []
    for text in written:
        try:
            values.append(ast.literal_eval(text or "None"))
        except (ValueError, SyntaxError):
            continue
    return [value for value in values if value is not None]


def _kinds(usual: list[object]) -> set[type]:
    kinds = {type(value) for value in usual}
    if kinds & {int, float}:
        kinds |= {int, float}
    return kinds or {bool, int, float, str}
