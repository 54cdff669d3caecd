"""Networks of PyTorch and models of Keras, with inputs as their layers take them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.input_shapes import FORWARD
from seismograd.reproduce.generate.offline.inputs.literals import is_literal
from seismograd.reproduce.generate.offline.inputs.report_values import ReportValues
from seismograd.reproduce.generate.offline.inputs.training_objects import CannotMake, is_keras
from seismograd.reproduce.generate.offline.relations import script_definitions
from seismograd.reproduce.generate.offline.relations.subject import Subject, likely_classes
from seismograd.reproduce.generate.offline.relations.table import WITH_OPTION

MOST_NETWORKS = 3
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class _Network:
    symbol: Symbol
    builder: DraftBuilder
    before: tuple[str, ...]
    build: str
    inputs: tuple[str, ...]
    """Statements that make what it is given."""
    call: str
    is_keras: bool

    @property
    def names(self) -> list[str]:
        """Variables that are given to it."""
        return [statement.partition(" = ")[0] for statement in self.inputs]

    def called(self, **others: str) -> str:
        return _WORD.sub(lambda word: others.get(word[0], word[0]), self.call)


def networks(case: Case) -> Iterator[Subject]:
    maker = InputMaker(case)
    classes = [one for one in likely_classes(case) if one.role in (Role.NETWORK, Role.LAYER)]
    functions = maker.objects.networks(SymbolKind.FUNCTION)
    for symbol in [*functions[:MOST_NETWORKS], *classes[:MOST_NETWORKS]]:
        with suppress(CannotMake):
            yield _subject(case, _made_up(maker, symbol))


def _made_up(maker: InputMaker, symbol: Symbol) -> _Network:
    """Raises `CannotMake`."""
    builder = maker.builder(symbol)
    build = maker.call(builder, symbol)
    before = builder.take_statements()
    builder.defined.add("model")
    builder.network = "model"
    if symbol.kind is SymbolKind.FUNCTION:
        if "keras" not in ast.unparse(maker.trees.tree(symbol.file) or ast.Module([], [])):
            raise CannotMake(symbol.name)
        inputs = (f"x = example(model, {builder.size('BATCH')})",)
        call = "model(x, training=False)"
        return _Network(symbol, builder, before, build, inputs, call, True)
    forward = maker.method(symbol, *FORWARD)
    if forward is None:
        raise CannotMake(symbol.name)
    call = maker.call(builder, forward, on="model", specs=maker.shapes.of_inputs(symbol, "model"))
    if is_keras(symbol):
        call = f"{call[:-1]}, training=False)"
    return _Network(
        symbol, builder, before, build, builder.take_statements(), call, is_keras(symbol)
    )


def _subject(case: Case, network: _Network) -> Subject:
    option = _with_option(case, network)
    alone = _alone(network)
    later = _later_changed(network)
    offers = {WITH_OPTION: option, "answer_alone": alone, "visible": later}
    for module in ("os", "tempfile") if network.is_keras else ():
        network.builder.use(f"import {module}")
    return Subject(
        network.symbol.name,
        network.builder,
        frozenset(name for name, text in offers.items() if text),
        script_definitions.OF_NETWORKS[network.is_keras],
        (
            *network.before,
            f"def make():\n    return {network.build}",
            f"def run(model):\n    return {network.call}",
            "def answer(model):\n    return numbers(evaluated(model, run))",
            "seed(0)",
            "model = make()",
            *network.inputs,
            *(["run(model)"] if network.is_keras else []),
            *(text for text in (option, alone, later) if text),
        ),
    )


def _alone(network: _Network) -> str:
    """Where all that is given has an example a row."""
    if not network.names or "BATCH" not in "\n".join(network.inputs):
        return ""
    call = network.called(**{name: f"{name}[:1]" for name in network.names})
    return "\n".join(
        (
            "def of_first(model):",
            "    return numbers(first_rows(evaluated(model, run)))",
            "",
            "",
            "def answer_alone(model):",
            f"    return numbers(evaluated(model, lambda model: {call}))",
        )
    )


def _later_changed(network: _Network) -> str:
    """What comes last in a sequence has no influence on what came before, where that is so."""
    pairs = zip(network.names, network.inputs, strict=True)
    sequences = [name for name, made in pairs if "BATCH, LENGTH" in made]
    if len(sequences) != 1 or network.is_keras:
        return ""
    (name,) = sequences
    return "\n".join(
        (
            "def visible(model, is_changed):",
            '    """The outputs before the last position, which is another one if changed."""',
            f"    given = {name}.clone()",
            "    given[:, -1] = given[:, 0] if is_changed else given[:, -1]",
            f"    output = evaluated(model, lambda model: {network.called(**{name: 'given'})})",
            "    output = output[0] if isinstance(output, tuple) else output",
            "    return numbers(output[:, :-1])",
        )
    )


def _with_option(case: Case, network: _Network) -> str:
    """With the value of the report for a parameter that has a default."""
    reported = ReportValues(case.report)
    for parameter in network.symbol.parameters:
        value = reported.value(parameter.name)
        is_other = parameter.default is not None and value not in (None, parameter.default)
        if is_other and value is not None and is_literal(value):
            build = _with_argument(network.build, parameter.name, value)
            return f"def make_with_option():\n    return {build}"
    return ""


def _with_argument(build: str, name: str, value: str) -> str:
    call = ast.parse(build, mode="eval").body
    assert isinstance(call, ast.Call)
    others = [one for one in call.keywords if one.arg != name]
    call.keywords = [*others, ast.keyword(name, ast.parse(value, mode="eval").body)]
    return ast.unparse(call)
