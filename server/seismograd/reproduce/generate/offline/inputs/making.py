"""Makes what the project's classes and functions are given: what is known first, guesses last."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs import annotated
from seismograd.reproduce.generate.offline.inputs.arrays import takes_array
from seismograd.reproduce.generate.offline.inputs.bench import TORCH, Bench
from seismograd.reproduce.generate.offline.inputs.call_arguments import CallArguments
from seismograd.reproduce.generate.offline.inputs.demands import Demands
from seismograd.reproduce.generate.offline.inputs.differences import like_predictions
from seismograd.reproduce.generate.offline.inputs.documented import documented_tensor
from seismograd.reproduce.generate.offline.inputs.examples import (
    LENGTHS,
    USUAL_LENGTHS,
    Examples,
    examples_of,
)
from seismograd.reproduce.generate.offline.inputs.known_settings import KnownSettings
from seismograd.reproduce.generate.offline.inputs.literals import is_literal
from seismograd.reproduce.generate.offline.inputs.ordinary import ordinary_value, other_than
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.inputs.tensors import (
    PLAIN,
    SIZES,
    TensorSpec,
    tensor_for_name,
)
from seismograd.reproduce.generate.offline.inputs.things import CannotMake, Things, is_keras
from seismograd.reproduce.generate.offline.inputs.told_shapes import as_told, told_shapes
from seismograd.reproduce.generate.offline.inputs.usage import (
    Usage,
    file_to_read,
    unpacked_names,
    usage_of,
)

__all__ = ["CannotMake", "Maker", "is_keras"]

MOST_DEPTH = 5
SOME_TEXT = "a small example of a text"
SOME_SET = "{1, 2, 3}"
_OF_LAYERS = ("width", "height")
"""What is said about the size of images is not meant for these."""
SHORT_NAME = 2
"""Names of one or two letters stand for anything."""
Specs = Mapping[str, TensorSpec]


class Maker:
    """For one case; each draft has a bench of its own."""

    def __init__(self, case: Case) -> None:
        self.project = case.project
        self.trees = SourceTrees(case.project)
        self.settings = KnownSettings(case.project, case.report.text)
        self.calls = CallArguments(self.trees, self.settings)
        self.demands = Demands(self.trees)
        self.reported = Reported(case.report)
        self._text = case.report.text
        self._shapes = told_shapes(f"{case.report.title}\n{case.report.text}")
        named = {name.rpartition(".")[2] for name in case.report.names}
        self.things = Things(self, case.project, named)

    def bench(self, symbol: Symbol | None = None) -> Bench:
        """Its sizes are ordinary ones, and never those that the report calls special."""
        sizes = {name: other_than(value, self._size(name)) for name, value in SIZES.items()}
        return Bench(with_numpy=symbol is not None and is_keras(symbol), sizes=sizes)

    def _size(self, name: str) -> str | None:
        return self.reported.value(name.lower())

    def instance(self, bench: Bench, symbol: Symbol, variable: str, depth: int = 0) -> str:
        """A variable that holds an object of a class of the project."""
        return bench.define(variable, self.call(bench, symbol, depth=depth))

    def call(
        self,
        bench: Bench,
        symbol: Symbol,
        *,
        on: str | None = None,
        specs: Specs | None = None,
        shared: dict[str, str] | None = None,
        depth: int = 0,
    ) -> str:
        """The call of a class or function; `on` is the expression that a method is called on.

        What several calls share goes by the names of the parameters.
        """
        if on is None and not symbol.module:
            raise CannotMake(symbol.name)
        arguments: list[str] = []
        specs = like_predictions(self.trees.function(symbol)) | dict(specs or {})
        by_position = symbol.kind is not SymbolKind.CLASS
        for parameter in symbol.parameters:
            known = shared.get(parameter.name) if shared is not None else None
            made = known or self.argument(bench, symbol, parameter, specs, depth)
            if shared is not None and made is not None:
                shared[parameter.name] = made
            by_position = by_position and parameter.default is None
            by_position = by_position and not parameter.is_keyword_only
            if made is not None:
                arguments.append(made if by_position else f"{parameter.name}={made}")
        return f"{self._callee(bench, symbol, on)}({', '.join(arguments)})"

    def _callee(self, bench: Bench, symbol: Symbol, on: str | None) -> str:
        if on is not None:
            name = symbol.name.rpartition(".")[2]
            return on if name in ("forward", "call", "__call__") else f"{on}.{name}"
        bench.use(f"from {symbol.module} import {symbol.name.partition('.')[0]}")
        return symbol.name

    def argument(
        self, bench: Bench, symbol: Symbol, parameter: Parameter, specs: Specs, depth: int
    ) -> str | None:
        """An expression; None where it is best left out. Raises `CannotMake`."""
        if parameter.is_variadic:
            return None
        given = self._given(bench, symbol, parameter)
        if given is not None or parameter.default is not None:
            return given
        literal = self.calls.value(symbol, parameter)
        if literal is not None:
            return literal
        shape = self._told_shape(symbol, parameter)
        if shape is not None:
            return self._as_told(bench, parameter.name, shape, specs.get(parameter.name))
        if parameter.name in specs:
            return bench.tensor(parameter.name, specs[parameter.name])
        return self._made(bench, symbol, parameter, depth)

    def _told_shape(self, symbol: Symbol, parameter: Parameter) -> tuple[int, ...] | None:
        """That the report names; for features without one, that of what they come with."""
        if parameter.name in self._shapes:
            return self._shapes[parameter.name]
        named = [self._shapes[p.name] for p in symbol.parameters if p.name in self._shapes]
        is_alike = tensor_for_name(parameter.name) == PLAIN
        return max(named, key=len) if named and is_alike else None

    def _as_told(
        self, bench: Bench, name: str, shape: tuple[int, ...], spec: TensorSpec | None
    ) -> str:
        """The first sizes are mostly those of a batch."""
        firsts = [sizes[0] for sizes in self._shapes.values()]
        batch = max(firsts, key=firsts.count)
        bench.constant("BATCH", str(batch), made_up=False)
        return bench.tensor(name, as_told(name, shape, spec, batch))

    def _given(self, bench: Bench, symbol: Symbol, parameter: Parameter) -> str | None:
        """A constant for what the report gives a value for: its ordinary value, to begin with."""
        reported = self.reported.value(parameter.name)
        if reported is None or self._is_data(symbol, parameter):
            return None
        if parameter.name in _OF_LAYERS and self.reported.source(parameter.name) != parameter.name:
            return None
        known = (
            parameter.default,
            self.calls.value(symbol, parameter),
            self.settings.value(parameter.name),
        )
        ordinary = next((v for v in known if v != reported and is_literal(v)), None)
        guess = annotated.literal_for(parameter.annotation, parameter.name)
        guess = guess or ordinary_value(parameter.name)
        if ordinary is None and guess is None and parameter.default is not None:
            return None
        made_up = ordinary is None
        value = ordinary or other_than(guess or reported, reported)
        return bench.constant(parameter.name.upper(), value, made_up=made_up)

    def _is_data(self, symbol: Symbol, parameter: Parameter) -> bool:
        """A parameter of that name that takes tensors, and no setting."""
        function = self.trees.function(symbol)
        if annotated.is_tensor(parameter.annotation) or unpacked_names(function, parameter.name):
            return True
        is_required = parameter.default is None and symbol.kind is not SymbolKind.CLASS
        is_number = len(parameter.name) <= SHORT_NAME or ordinary_value(parameter.name) is not None
        if is_required and not is_number and tensor_for_name(parameter.name):
            return usage_of(function, parameter.name) in (Usage.UNKNOWN, Usage.TENSOR)
        return usage_of(function, parameter.name) in (Usage.TENSOR, Usage.MAPPING)

    def _made(self, bench: Bench, symbol: Symbol, parameter: Parameter, depth: int) -> str:
        name = parameter.name
        if depth > MOST_DEPTH:
            raise CannotMake(name)
        ours = self._annotated_class(parameter)
        if ours is not None:
            return self.instance(bench, ours, name, depth + 1)
        if annotated.is_tensor(parameter.annotation):
            return bench.tensor(name, tensor_for_name(name) or PLAIN)
        known = None if self._is_data(symbol, parameter) else self._known_number(parameter)
        if known is not None:
            return known
        literal = annotated.literal_for(parameter.annotation, name)
        if literal is not None:
            return bench.constant(name.upper(), literal, made_up=True)
        is_constructor = symbol.kind is SymbolKind.CLASS
        if is_constructor and (made := self._data_of_constructor(bench, symbol, parameter)):
            return made
        thing = self.things.thing(bench, name, depth, is_constructor)
        if thing is not None:
            return thing
        if is_constructor:
            return self._by_name(bench, name)
        return self._by_use(bench, symbol, name)

    def _data_of_constructor(
        self, bench: Bench, symbol: Symbol, parameter: Parameter
    ) -> str | None:
        """Data that a class keeps, or the file that it reads."""
        found = self.trees.method(symbol, "__init__")
        function = found[1] if found else None
        use = usage_of(function, parameter.name)
        if use is Usage.TENSOR:
            spec = tensor_for_name(parameter.name) or PLAIN
            sizes = tuple("SAMPLES" if size == "BATCH" else size for size in spec.sizes)
            return bench.tensor(parameter.name, TensorSpec(spec.kind, sizes, spec.below))
        if use is Usage.PATH:
            bench.guessed.append(parameter.name)
            return bench.define(parameter.name, repr(file_to_read(function, self._text)))
        return None

    def _known_number(self, parameter: Parameter) -> str | None:
        value = self.settings.value(parameter.name)
        return None if value in (None, "None") else value

    def _by_name(self, bench: Bench, name: str) -> str:
        value = ordinary_value(name)
        if value is None:
            raise CannotMake(name)
        return bench.constant(name.upper(), value, made_up=True)

    def _by_use(self, bench: Bench, symbol: Symbol, name: str) -> str:
        function = self.trees.function(symbol)
        parts = unpacked_names(function, name)
        if parts:
            return self._tuple(bench, symbol, name, parts)
        if function is not None and f"{name}.backward(" in ast.unparse(function):
            return self.things.loss(bench, name)
        examples = examples_of(function, name)
        if examples is not None:
            return self._examples(bench, name, examples)
        use = usage_of(function, name)
        spec = documented_tensor(function, name) or tensor_for_name(name)
        is_number = ordinary_value(name) is not None and len(name) > SHORT_NAME
        if takes_array(self.trees, function, name):
            return bench.array(name, spec or PLAIN)
        if use is Usage.TENSOR or (use is Usage.UNKNOWN and spec is not None and not is_number):
            return bench.tensor(name, spec or PLAIN)
        if use is Usage.TEXT:
            return bench.constant(name.upper(), repr(SOME_TEXT), made_up=True)
        if use is Usage.SET:
            return bench.constant(name.upper(), SOME_SET, made_up=True)
        if use is Usage.SEQUENCE:
            return self._items(bench, name, spec)
        if use is Usage.NUMBER or use is Usage.UNKNOWN:
            return self._by_name(bench, name)
        if use is Usage.CALLED:
            return self.things.network(bench, name)
        raise CannotMake(name)

    def _items(self, bench: Bench, name: str, spec: TensorSpec | None) -> str:
        """A tensor is a sequence, too; where its name does not say so, things to be counted."""
        if spec is not None:
            return bench.tensor(name, spec)
        count = bench.constant("SAMPLES", bench.sizes["SAMPLES"], made_up=True)
        made = bench.define(name, f"list(range({count}))")
        bench.guessed.append(made)
        return made

    def _examples(self, bench: Bench, name: str, examples: Examples) -> str:
        bench.constant(LENGTHS, USUAL_LENGTHS, made_up=True)
        expression = examples.expression()
        if "torch." in expression:
            bench.use(TORCH)
        made = bench.define(name, expression)
        bench.guessed.append(made)
        return made

    def _tuple(self, bench: Bench, symbol: Symbol, name: str, parts: list[str]) -> str:
        """A batch that is taken apart: the first part is what the network takes."""
        owner = symbol.name.rpartition(".")[0]
        network = next(
            (s for s in self.project.symbols if s.name == owner), self.things.network_symbol()
        )
        on = "model" if "model" in bench.defined else ""
        specs = self.demands.of_inputs(network, on) if network and on else {}
        first = next(iter(specs.values()), None)
        made = [
            bench.tensor(part, (first if not i else None) or tensor_for_name(part) or PLAIN)
            for i, part in enumerate(parts)
        ]
        return bench.define(name, f"({', '.join(made)},)")

    def network_symbol(self) -> Symbol | None:
        return self.things.network_symbol()

    def _annotated_class(self, parameter: Parameter) -> Symbol | None:
        node = annotated.parsed(parameter.annotation)
        text = parameter.annotation or ""
        words = re.findall(r"[A-Za-z_]\w*", text) if node is not None else []
        for word in words:
            for symbol in self.project.find(word):
                if symbol.kind is SymbolKind.CLASS and symbol.name == word and symbol.module:
                    return symbol
        if words and words[-1] in ("Module", "Model"):
            return self.network_symbol()
        return None
