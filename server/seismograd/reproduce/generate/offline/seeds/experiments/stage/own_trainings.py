"""Trainings as the project itself starts them: its objects, its data, its settings."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import suppress

from seismograd.reproduce.context.project_view import (
    CallSite,
    Parameter,
    ProjectView,
    Role,
    Symbol,
    SymbolKind,
)
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.customary import NETWORK_NAMES
from seismograd.reproduce.generate.offline.inputs.excerpts import Excerpt, Excerpts, Place
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.slicing import read_names, renamed
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import (
    EPOCHS,
    Training,
    trains_in_place,
)

MODEL = "model"
STEPS = ("steps", "num_steps", "n_steps", "max_steps", "iterations", "num_iterations", "n_iters",
         "max_iters", "num_updates", "updates")  # fmt: skip
STEPS_IN_AN_EPOCH = 12
_MAIN = ("main", "cli", "run_main")


def own_trainings(maker: Maker, symbols: Sequence[Symbol], epochs: int) -> Iterator[Training]:
    """Scripts and examples before tests."""
    excerpts = Excerpts(maker)
    for site, symbol in _starts(maker.project, symbols):
        for place in excerpts.places(site):
            with suppress(CannotMake):
                yield _cut_out(maker, excerpts, symbol, place, epochs)


def _starts(project: ProjectView, symbols: Sequence[Symbol]) -> list[tuple[CallSite, Symbol]]:
    """Calls of what trains, from where nothing calls any further."""
    known = {s.qualified: s for s in symbols}
    found: dict[CallSite, Symbol] = {}
    waiting = list(known)
    for name in waiting:  # it grows
        for site in (one for one in project.calls if one.callee == name):
            around = _around(project, site)
            if around is None or around.name in _MAIN or site.file in project.tests:
                found[site] = known[name]
            elif around.qualified not in known:
                known[around.qualified] = around
                waiting.append(around.qualified)
    return sorted(found.items(), key=lambda one: one[0].file in project.tests)


def _around(project: ProjectView, site: CallSite) -> Symbol | None:
    """The function or method that a call is in."""
    kinds = (SymbolKind.FUNCTION, SymbolKind.METHOD)
    found = [
        s
        for s in project.symbols
        if s.kind in kinds and s.file == site.file and s.line <= site.line <= s.last_line
    ]
    return max(found, key=lambda s: s.line, default=None)


def _cut_out(
    maker: Maker, excerpts: Excerpts, symbol: Symbol, place: Place, epochs: int
) -> Training:
    call = excerpts.settled(place, place.node)
    excerpt = Excerpt(maker.bench(symbol))
    called = excerpts.up_to(place, read_names(call), excerpt)
    lasting = _Lasting(maker.project, symbol, epochs)
    parts = _Parts(maker.project, set(excerpt.defined))
    text = parts.taken_out(lasting.text(renamed(ast.unparse(call), called)))
    made = [lasting.text(one) for one in excerpt.statements]
    statements = (*made, *parts.statements, text)
    bench = excerpt.bench
    bench.statements.clear()
    for statement in excerpt.imports:
        bench.use(statement)
    named = {one.partition(" = ")[0] for one in statements}
    has_model = MODEL in named and trains_in_place(maker, symbol)
    idea = f"Train as {place.file} does, with {symbol.name}."
    return Training(bench, statements, idea, has_model, goes_on=False, is_own=True)


class _Lasting(ast.NodeTransformer):
    """Calls and settings that say how long a training lasts say something else."""

    def __init__(self, project: ProjectView, symbol: Symbol, epochs: int) -> None:
        self._project = project
        self._symbol = symbol
        self._epochs = epochs

    def text(self, source: str) -> str:
        return ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(source))))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        lasting = self._wanted(ast.unparse(node.targets[0]).lower(), node.value)
        return ast.Assign(node.targets, lasting) if lasting else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        symbol = self._called(node)
        given = given_arguments(ast.unparse(node), symbol) if symbol else {}
        for parameter in symbol.parameters if symbol else ():
            old = given.get(parameter.name)
            new = self._wanted(parameter.name, old or _default(parameter))
            if new is not None:
                _give(node, parameter, [p.name for p in symbol.parameters] if symbol else [], new)
        return node

    def _called(self, node: ast.Call) -> Symbol | None:
        name = ast.unparse(node.func).rpartition(".")[2]
        if isinstance(node.func, ast.Attribute) and self._symbol.name.endswith(f".{name}"):
            return self._symbol
        found = [s for s in self._project.symbols if s.name == name]
        return found[0] if len(found) == 1 else None

    def _wanted(self, name: str, value: ast.expr | None) -> ast.Constant | None:
        number = value.value if isinstance(value, ast.Constant) else None
        if type(number) is not int:
            return None
        if name in EPOCHS:
            return ast.Constant(max(number, self._epochs))
        return ast.Constant(self._epochs * STEPS_IN_AN_EPOCH) if name in STEPS else None


def _default(parameter: Parameter) -> ast.expr | None:
    text = parameter.default
    return ast.parse(text, mode="eval").body if text is not None else None


def _give(call: ast.Call, parameter: Parameter, names: list[str], value: ast.expr) -> None:
    position = names.index(parameter.name)
    keyword = next((one for one in call.keywords if one.arg == parameter.name), None)
    if keyword is not None:
        keyword.value = value
    elif position < len(call.args):
        call.args[position] = value
    else:
        call.keywords.append(ast.keyword(parameter.name, value))


class _Parts:
    """What a call makes on its way gets a name, so that it can be looked at afterwards."""

    def __init__(self, project: ProjectView, taken: set[str]) -> None:
        self._project = project
        self._taken = taken
        self.statements: list[str] = []

    def taken_out(self, source: str) -> str:
        call = ast.parse(source, mode="eval").body
        if not isinstance(call, ast.Call):
            return source
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call):
            owner = ast.unparse(call.func.value.func).rpartition(".")[2].lower()
            call.func.value = self._named(call.func.value, owner)
        given: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        for number, one in enumerate(given):
            value = one.value if isinstance(one, ast.keyword) else one
            if MODEL not in self._taken and self._is_network(value):
                name = self._named(value, MODEL)
                given[number] = ast.keyword(one.arg, name) if isinstance(one, ast.keyword) else name
        call.args = [one for one in given if isinstance(one, ast.expr)]
        call.keywords = [one for one in given if isinstance(one, ast.keyword)]
        return ast.unparse(call)

    def _named(self, value: ast.expr, wish: str) -> ast.expr:
        if wish in self._taken:
            return value
        self._taken.add(wish)
        self.statements.append(f"{wish} = {ast.unparse(value)}")
        return ast.Name(wish, ast.Load())

    def _is_network(self, node: ast.expr) -> bool:
        """An object that is made here, or a variable with another name for one."""
        if isinstance(node, ast.Name):
            return node.id in self._taken and NETWORK_NAMES.fullmatch(node.id.lower()) is not None
        name = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
        networks = (Role.NETWORK, Role.LAYER)
        return any(s.name == name and s.role in networks for s in self._project.symbols)
