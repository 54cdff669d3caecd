"""What code of a report leaves out: names that nobody defines, arguments that stand as `...`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.drafts.draft import Draft
from seismograd.reproduce.generate.offline.arguments import arguments_in
from seismograd.reproduce.generate.offline.completions.imports import undefined_in
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.training_objects import CannotMake

SEED = "completed"
_SEEDS = ("snippet", SEED)


def build_missing_names(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if draft.seed not in _SEEDS or draft.switches:
        return
    draft, placeholders = _without_placeholders(draft)
    missing = dict.fromkeys([*placeholders, *undefined_in(case, attempt)])
    completed = draft
    for name in missing:
        with suppress(CannotMake):
            completed = _completed(case, completed, name)
    if completed is not draft:
        idea = f"{draft.idea} With {', '.join(missing)} made for it."
        yield completed.changed(seed=SEED, idea=idea)


def complete_open_calls(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """What stands for the rest is taken out, and what the project demands is put in."""
    is_open = any("..." in statement for statement in draft.exercise)
    if draft.seed not in _SEEDS or draft.switches or not is_open:
        return
    maker = InputMaker(case)
    builder = _builder(maker, draft, len(draft.exercise))
    with suppress(CannotMake):
        exercise = tuple(_Completing(maker, builder).statements(draft.exercise))
        if exercise != draft.exercise:
            better = builder.added_to(draft, exercise)
            yield better.changed(seed=SEED, idea=f"{draft.idea} With what was left open.")


def _builder(maker: InputMaker, draft: Draft, until: int) -> DraftBuilder:
    """Knows the constants of a draft, and what its statements have defined so far."""
    builder = maker.builder()
    builder.defined = {text.partition(" = ")[0] for text in draft.exercise[:until]}
    builder.constants.update((one.name, one.value) for one in draft.constants)
    return builder


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
    builder = _builder(maker, draft, place)
    _define(case, maker, builder, draft, name)
    exercise = (*draft.exercise[:place], *builder.statements, *draft.exercise[place:])
    return builder.added_to(draft, exercise)


def _define(case: Case, maker: InputMaker, builder: DraftBuilder, draft: Draft, name: str) -> None:
    """As what it is handed to takes it, as the project sets it, else as the code uses it."""
    value = (
        _as_argument(case, maker, builder, draft, name)
        or maker.settings.value(name)
        or maker.by_use(builder, ast.parse("\n".join(draft.exercise)), name)
    )
    if value is None:
        raise CannotMake(name)
    if value != name:
        builder.define(name, value)


def _as_argument(
    case: Case, maker: InputMaker, builder: DraftBuilder, draft: Draft, name: str
) -> str | None:
    """What the class or function of the project takes there that the name is handed to."""
    for argument in arguments_in(case, draft):
        symbol = argument.symbol
        for parameter in symbol.parameters if symbol and argument.value == name else ():
            if symbol is not None and parameter.name == argument.name:
                specs = maker.specs_of(symbol, argument.call.partition("(")[0])
                return maker.argument(builder, symbol, replace(parameter, default=None), specs, 0)
    return None


class _Completing(ast.NodeTransformer):
    def __init__(self, maker: InputMaker, builder: DraftBuilder) -> None:
        self._maker = maker
        self._builder = builder

    def statements(self, exercise: tuple[str, ...]) -> Iterator[str]:
        """What an argument needs goes before the statement that gives it."""
        for text in exercise:
            before = len(self._builder.statements)
            changed = ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(text))))
            yield from self._builder.statements[before:]
            yield changed

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        symbol = self._called(ast.unparse(node.func).rpartition(".")[2])
        given = [argument for argument in node.args if not _is_rest(argument)]
        if symbol is None or len(given) == len(node.args):
            return node
        names = [p.name for p in symbol.parameters if not p.is_keyword_only]
        known = {*names[: len(given)], *(keyword.arg for keyword in node.keywords)}
        for parameter in symbol.parameters:
            if parameter.default is None and parameter.name not in known:
                made = self._maker.argument(self._builder, symbol, parameter, {}, 0)
                if made is not None:
                    value = ast.parse(made, mode="eval").body
                    node.keywords.append(ast.keyword(parameter.name, value))
        node.args = given
        return node

    def _called(self, name: str) -> Symbol | None:
        kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION)
        found = (s for s in self._maker.project.symbols if s.name == name and s.kind in kinds)
        return next(found, None)


def _is_rest(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...
