"""Calls that the report leaves open: `Net(..., dropout=0.5)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.training_objects import CannotMake

SEED = "completed"
_SEEDS = ("snippet", SEED)


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
        seed=SEED,
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
