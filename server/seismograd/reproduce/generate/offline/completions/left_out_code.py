"""What code of a report leaves out: names that nobody defines, arguments that stand as `...`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.completions.missing_imports import undefined_in
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.tensors import TensorSpec
from seismograd.reproduce.generate.offline.inputs.training_objects import CannotMake

SEED = "completed"
_FORWARD = ("forward", "call", "__call__")


def build_missing_names(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if draft.seed not in ("snippet", SEED) or draft.switches or draft.patches:
        return
    draft, placeholders = _without_placeholders(draft)
    missing = [*placeholders, *undefined_in(case, attempt)]
    completed = draft
    for name in dict.fromkeys(missing):
        try:
            completed = _completed(case, completed, name)
        except CannotMake:
            continue
    if completed is not draft:
        yield completed.changed(
            seed=SEED, idea=f"{draft.idea} With {', '.join(dict.fromkeys(missing))} made for it."
        )


def _without_placeholders(draft: Draft) -> tuple[Draft, list[str]]:
    """Assignments of `...` are taken out, and their names told."""
    kept: list[str] = []
    names: list[str] = []
    for statement in draft.exercise:
        name, _, value = statement.partition(" = ")
        if value == "..." and name.isidentifier():
            names.append(name)
        elif statement != "...":
            kept.append(statement)
    return draft.changed(exercise=tuple(kept)), names


def _completed(case: Case, draft: Draft, name: str) -> Draft:
    """The definition goes right before the first statement that needs it."""
    maker = InputMaker(case)
    uses = [i for i, text in enumerate(draft.exercise) if re.search(rf"\b{name}\b", text)]
    place = uses[0] if uses else len(draft.exercise)
    builder = maker.builder()
    builder.defined = {text.partition(" = ")[0] for text in draft.exercise[:place]}
    builder.constants.update((one.name, one.value) for one in draft.constants)
    _define(maker, builder, draft, name)
    new = [Constant(*item) for item in list(builder.constants.items())[len(draft.constants) :]]
    better = draft
    for statement in builder.imports:
        better = better.with_import(statement)
    return better.changed(
        constants=(*draft.constants, *new),
        exercise=(*draft.exercise[:place], *builder.statements, *draft.exercise[place:]),
        made_up=(*draft.made_up, *builder.made_up),
        guessed=(*draft.guessed, *builder.guessed),
        is_baseline=True,
    )


def _define(maker: InputMaker, builder: DraftBuilder, draft: Draft, name: str) -> None:
    """As the project sets it, else as the code uses it. Raises `CannotMake`."""
    known = maker.settings.value(name)
    if name.isupper() and known is not None:
        builder.define(name, known)
        return
    spec = _as_argument(maker, draft, name)
    if spec is not None:
        builder.tensor(name, spec)
        return
    code = ast.parse("\n".join(draft.exercise))
    value = _as_parameter(maker, builder, draft, name) or known
    value = value or maker.by_use(builder, code, name)
    if value is None:
        raise CannotMake(name)
    if value != name:
        builder.define(name, value)


def _as_argument(maker: InputMaker, draft: Draft, name: str) -> TensorSpec | None:
    """What the network or function takes that the name is handed to."""
    made = _made_of(maker, draft)
    for statement in draft.exercise:
        for call in (n for n in ast.walk(ast.parse(statement)) if isinstance(n, ast.Call)):
            text = ast.unparse(call.func)
            owner = made.get(text)
            method = _forward(maker, owner) if owner else None
            if owner is None or method is None:
                continue
            for parameter, given in given_arguments(ast.unparse(call), method).items():
                if isinstance(given, ast.Name) and given.id == name:
                    specs = maker.shapes.of_inputs(owner, text)
                    return specs.get(parameter)
    return None


def _as_parameter(maker: InputMaker, builder: DraftBuilder, draft: Draft, name: str) -> str | None:
    """What the class or function of the project takes there that the name is handed to."""
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION)
    ours = {s.name: s for s in maker.project.symbols if s.kind in kinds and s.module}
    for statement in draft.exercise:
        for call in (n for n in ast.walk(ast.parse(statement)) if isinstance(n, ast.Call)):
            symbol = ours.get(ast.unparse(call.func).rpartition(".")[2])
            given = given_arguments(ast.unparse(call), symbol) if symbol else {}
            for parameter in symbol.parameters if symbol else ():
                node = given.get(parameter.name)
                if symbol and isinstance(node, ast.Name) and node.id == name:
                    required = replace(parameter, default=None, name=parameter.name)
                    return maker.argument(builder, symbol, required, {}, 0)
    return None


def _made_of(maker: InputMaker, draft: Draft) -> dict[str, Symbol]:
    """Variables of the draft that hold a network of the project."""
    roles = (Role.NETWORK, Role.LAYER, Role.LOSS)
    classes = {
        s.name: s
        for s in maker.project.symbols
        if s.kind is SymbolKind.CLASS and s.role in roles and s.module
    }
    found: dict[str, Symbol] = {}
    for statement in draft.exercise:
        name, _, value = statement.partition(" = ")
        symbol = classes.get(value.partition("(")[0].rpartition(".")[2])
        if symbol is not None:
            found[name] = symbol
    return found


def _forward(maker: InputMaker, owner: Symbol) -> Symbol | None:
    names = {f"{one.name}.{m}" for one in (owner, *maker.trees.ancestors(owner)) for m in _FORWARD}
    return next((s for s in maker.project.symbols if s.name in names), None)


_SEEDS = ("snippet", "completed")


def complete_open_calls(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """What stands for the rest is taken out, and what the project demands is put in."""
    if draft.seed not in _SEEDS or draft.switches or draft.patches:
        return
    if not any("..." in statement for statement in draft.exercise):
        return
    maker = InputMaker(case)
    builder = maker.builder()
    builder.constants.update((one.name, one.value) for one in draft.constants)
    builder.defined = {one.partition(" = ")[0] for one in draft.exercise}
    completing = _Completing(maker, builder, _ours(case))
    try:
        exercise = list(completing.statements(draft.exercise))
    except CannotMake:
        return
    if exercise == list(draft.exercise):
        return
    new = [Constant(*one) for one in list(builder.constants.items())[len(draft.constants) :]]
    better = draft
    for statement in builder.imports:
        better = better.with_import(statement)
    yield better.changed(
        constants=(*draft.constants, *new),
        exercise=tuple(exercise),
        made_up=(*draft.made_up, *builder.made_up),
        guessed=(*draft.guessed, *builder.guessed),
        seed="completed",
        is_baseline=True,
        idea=f"{draft.idea} With what was left open.",
    )


def _ours(case: Case) -> dict[str, Symbol]:
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION)
    return {s.name: s for s in case.project.symbols if s.kind in kinds and s.module}


class _Completing(ast.NodeTransformer):
    def __init__(self, maker: InputMaker, builder: DraftBuilder, ours: dict[str, Symbol]) -> None:
        self._maker = maker
        self._bench = builder
        self._ours = ours

    def statements(self, exercise: tuple[str, ...]) -> Iterator[str]:
        """What an argument needs goes before the statement that gives it."""
        for text in exercise:
            before = len(self._bench.statements)
            changed = ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(text))))
            yield from self._bench.statements[before:]
            yield changed

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        symbol = self._ours.get(ast.unparse(node.func).rpartition(".")[2])
        is_open = any(_is_rest(argument) for argument in node.args)
        if symbol is None or not is_open:
            return node
        given = [argument for argument in node.args if not _is_rest(argument)]
        names = [p.name for p in symbol.parameters if not p.is_keyword_only]
        known = {*names[: len(given)], *(keyword.arg for keyword in node.keywords)}
        for parameter in symbol.parameters:
            if parameter.default is None and parameter.name not in known:
                made = self._maker.argument(self._bench, symbol, parameter, {}, 0)
                if made is not None:
                    value = ast.parse(made, mode="eval").body
                    node.keywords.append(ast.keyword(parameter.name, value))
        node.args = given
        return node


def _is_rest(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...
