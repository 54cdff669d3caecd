"""Makes what the project's classes and functions are given: what is known first, guesses last."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.call_arguments import CallArguments
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_shapes import FORWARD, InputShapes
from seismograd.reproduce.generate.offline.inputs.known_settings import KnownSettings
from seismograd.reproduce.generate.offline.inputs.literals import (
    is_literal,
    is_tensor,
    literal_for,
    parsed,
)
from seismograd.reproduce.generate.offline.inputs.parameter_use import (
    Usage,
    tensor_from_use,
    unpacked_names,
    usage_of,
)
from seismograd.reproduce.generate.offline.inputs.report_values import ReportValues, other_than
from seismograd.reproduce.generate.offline.inputs.settings_objects import settings_object
from seismograd.reproduce.generate.offline.inputs.sizes_by_role import size_for
from seismograd.reproduce.generate.offline.inputs.small_files import file_to_read
from seismograd.reproduce.generate.offline.inputs.tensors import PLAIN, SIZES, TensorSpec
from seismograd.reproduce.generate.offline.inputs.training_objects import (
    BY_ANNOTATION,
    CannotMake,
    TrainingObjects,
    is_keras,
)
from seismograd.reproduce.generate.offline.source_trees import AnyFunction, SourceTrees

MOST_DEPTH = 5
_LITERALS = {
    Usage.TEXT: "'a small example of a text'",
    Usage.NUMBER: "4",
}
Specs = Mapping[str, TensorSpec]


class InputMaker:
    """For one case; each draft has a builder of its own."""

    def __init__(self, case: Case) -> None:
        self.project = case.project
        self.trees = SourceTrees(case.project)
        self.settings = KnownSettings(case.project, case.report.text)
        self.shapes = InputShapes(self.trees)
        self.reported = ReportValues(case.report)
        named = {name.rpartition(".")[2] for name in case.report.names}
        self.objects = TrainingObjects(self, named)
        self._calls = CallArguments(self.trees, self.settings)
        self._text = case.report.text

    def builder(self, symbol: Symbol | None = None) -> DraftBuilder:
        """Its sizes are ordinary ones, and never those that the report calls special."""
        reported = {name: self.reported.value(name.lower()) for name in SIZES}
        sizes = {name: other_than(value, reported[name]) for name, value in SIZES.items()}
        return DraftBuilder(with_numpy=symbol is not None and is_keras(symbol), sizes=sizes)

    def instance(self, builder: DraftBuilder, symbol: Symbol, variable: str, depth: int = 0) -> str:
        """A variable that holds an object of a class of the project."""
        return builder.define(variable, self.call(builder, symbol, depth=depth))

    def call(
        self,
        builder: DraftBuilder,
        symbol: Symbol,
        *,
        on: str | None = None,
        specs: Specs | None = None,
        depth: int = 0,
    ) -> str:
        """The call of a class or function; `on` is the expression that a method is called on."""
        if on is None and not symbol.module:
            raise CannotMake(symbol.name)
        arguments: list[str] = []
        by_position = symbol.kind is not SymbolKind.CLASS
        for parameter in symbol.parameters:
            made = self.argument(builder, symbol, parameter, specs or {}, depth)
            by_position = by_position and parameter.default is None
            by_position = by_position and not parameter.is_keyword_only
            if made is not None:
                arguments.append(made if by_position else f"{parameter.name}={made}")
        return f"{_callee(builder, symbol, on)}({', '.join(arguments)})"

    def argument(
        self, builder: DraftBuilder, symbol: Symbol, parameter: Parameter, specs: Specs, depth: int
    ) -> str | None:
        """An expression; None where it is best left out. Raises `CannotMake`."""
        if parameter.is_variadic:
            return None
        given = self._as_reported(builder, symbol, parameter)
        if given is not None or parameter.default is not None:
            return given
        literal = self._calls.value(symbol, parameter)
        if literal is not None:
            return literal
        spec = specs.get(parameter.name)
        if spec is not None:
            return builder.tensor(parameter.name, spec)
        return self._made(builder, symbol, parameter, depth)

    def method(self, symbol: Symbol, *names: str) -> Symbol | None:
        """The first of these that a class has, or that an ancestor in the project has."""
        for name in names:
            found = self.trees.method(symbol, name)
            owner = found[0] if found is not None else None
            for one in self.project.symbols if owner is not None else ():
                if owner and (one.module, one.name) == (owner.module, f"{owner.name}.{name}"):
                    return one
        return None

    def specs_of(self, method: Symbol, path: str) -> Specs:
        """What a method is given, by the layers of its network, which a call names."""
        owner, name = self.project.owner_of(method), method.name.rpartition(".")[2]
        on = path if name in FORWARD else path.rpartition(".")[0]
        return self.shapes.of_inputs(owner, on, name) if owner and on else {}

    def by_use(
        self, builder: DraftBuilder, code: ast.AST | None, name: str, depth: int = 0
    ) -> str | None:
        """For a name that some code uses; None where that does not tell what it is."""
        use = usage_of(code, name)
        if use is Usage.NONE:
            return "None"
        spec = tensor_from_use(code, name)
        if spec is not None or use in (Usage.TENSOR, Usage.ARRAY, Usage.OPERAND):
            return builder.tensor(name, spec or PLAIN, as_array=use is Usage.ARRAY)
        if use in _LITERALS:
            return builder.constant(name.upper(), _LITERALS[use], made_up=True)
        if use is Usage.SEQUENCE:
            builder.guessed.append(name)
            return builder.define(name, f"list(range({builder.size('SAMPLES')}))")
        if use is Usage.PATH:
            builder.guessed.append(name)
            return builder.define(name, repr(file_to_read(code, self._text)))
        return self.objects.made(builder, use, name, depth)

    def _as_reported(
        self, builder: DraftBuilder, symbol: Symbol, parameter: Parameter
    ) -> str | None:
        """A constant for what the report gives a value for: its ordinary value, to begin with."""
        name = parameter.name
        reported = self.reported.value(name)
        if reported is None or self._is_data(symbol, parameter):
            return None
        known = (
            parameter.default,
            self._calls.value(symbol, parameter),
            self.settings.value(name),
        )
        ordinary = next((v for v in known if v != reported and is_literal(v)), None)
        guess = size_for(self.trees, self._function(symbol), name)
        guess = guess or literal_for(parameter.annotation)
        if ordinary is None and guess is None and parameter.default is not None:
            return None
        value = ordinary or other_than(guess or reported, reported)
        return builder.constant(name.upper(), value, made_up=ordinary is None)

    def _is_data(self, symbol: Symbol, parameter: Parameter) -> bool:
        """A parameter of that name that takes tensors, and no setting."""
        function = self._function(symbol)
        if is_tensor(parameter.annotation):
            return True
        if unpacked_names(function, parameter.name):
            return True
        return usage_of(function, parameter.name) in (Usage.TENSOR, Usage.ARRAY, Usage.MAPPING)

    def _made(self, builder: DraftBuilder, symbol: Symbol, parameter: Parameter, depth: int) -> str:
        name, function = parameter.name, self._function(symbol)
        if depth > MOST_DEPTH:
            raise CannotMake(name)
        made = (
            self._annotated(builder, symbol, parameter, depth)
            or self._set(builder, symbol, parameter)
            or self._unpacked(builder, symbol, name)
            or self.by_use(builder, function, name, depth)
        )
        is_settings = usage_of(function, name) in (Usage.MAPPING, Usage.SETTINGS, Usage.UNKNOWN)
        if made is None and is_settings:
            made = settings_object(self, builder, function, name, depth)
        if made is None and symbol.name.rpartition(".")[2] in FORWARD:
            made = builder.tensor(name, PLAIN)  # networks are given tensors
        if made is None:
            raise CannotMake(name)
        return made

    def _annotated(
        self, builder: DraftBuilder, symbol: Symbol, parameter: Parameter, depth: int
    ) -> str | None:
        """An object of the annotated class, or a tensor."""
        name = parameter.name
        is_expression = parsed(parameter.annotation) is not None
        words = re.findall(r"[A-Za-z_]\w*", parameter.annotation or "") if is_expression else []
        for word in words:
            for ours in self.project.find(word):
                if ours.kind is SymbolKind.CLASS and ours.name == word and ours.module:
                    return self.instance(builder, ours, name, depth + 1)
        if words and words[-1] in BY_ANNOTATION:
            return self.objects.made(builder, BY_ANNOTATION[words[-1]], name, depth)
        if is_tensor(parameter.annotation):
            return builder.tensor(name, tensor_from_use(self._function(symbol), name) or PLAIN)
        return None

    def _set(self, builder: DraftBuilder, symbol: Symbol, parameter: Parameter) -> str | None:
        """A setting: the project's own value, else one by its role in a layer or by its type."""
        name = parameter.name
        known = None if self._is_data(symbol, parameter) else self.settings.value(name)
        if known not in (None, "None"):
            return known
        literal = size_for(self.trees, self._function(symbol), name)
        literal = literal or literal_for(parameter.annotation)
        return builder.constant(name.upper(), literal, made_up=True) if literal else None

    def _unpacked(self, builder: DraftBuilder, symbol: Symbol, name: str) -> str | None:
        """A batch that is taken apart: the first part is what the network takes."""
        function = self._function(symbol)
        parts = unpacked_names(function, name)
        if not parts:
            return None
        network = self.project.owner_of(symbol)
        on = builder.network
        first = self.objects.first_input(on, network)
        made = [
            builder.tensor(part, (None if i else first) or tensor_from_use(function, part) or PLAIN)
            for i, part in enumerate(parts)
        ]
        return builder.define(name, f"({', '.join(made)},)")

    def _function(self, symbol: Symbol) -> AnyFunction | None:
        """Of a class, its constructor."""
        if symbol.kind is not SymbolKind.CLASS:
            return self.trees.function(symbol)
        found = self.trees.method(symbol, "__init__")
        return found[1] if found else None


def _callee(builder: DraftBuilder, symbol: Symbol, on: str | None) -> str:
    if on is not None:
        name = symbol.name.rpartition(".")[2]
        return on if name in FORWARD else f"{on}.{name}"
    builder.use(f"from {symbol.module} import {symbol.name.partition('.')[0]}")
    return symbol.name
