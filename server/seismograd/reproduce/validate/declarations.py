"""Sizes that a network is built for, by its options, and inputs that have others."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.report.literals import numbers_in
from seismograd.reproduce.validate.script_values import ScriptValues
from seismograd.traces.events.parts import TensorFacts

_BUILT = (Role.NETWORK, Role.LAYER, Role.CONFIG)
_MEANT = re.compile(
    r"interpolat|any (?:\w+ )?size|arbitrary|(?:dynamic|variable)[- ](?:\w+ )?(?:size|resolution)|"
    r"(?:different|other|several|various|mixed) (?:\w+ )?(?:size|resolution)",
    re.IGNORECASE,
)
"""How people say that an input is all right though it is not what a network was built for."""


@dataclass(frozen=True, slots=True)
class _Sort:
    """Options of one sort, the messages that are about it, and which inputs fit a value."""

    names: re.Pattern[str]
    messages: re.Pattern[str]
    is_meant_for: Callable[[TensorFacts], bool]
    fits: Callable[[object, TensorFacts], bool]
    every_one: bool = False
    """Whether every such input has to fit, and not just one of them."""

    def is_broken(self, values: Sequence[object], given: Sequence[TensorFacts]) -> bool:
        fitting = [any(self.fits(value, one) for value in values) for one in given]
        return bool(fitting) and not (all(fitting) if self.every_one else any(fitting))


def _has_axes(count: int) -> Callable[[TensorFacts], bool]:
    return lambda tensor: len(tensor.shape or ()) == count


def _is_whole(tensor: TensorFacts) -> bool:
    return tensor.max is not None and "int" in (tensor.dtype or "")


def _is_sequence(tensor: TensorFacts) -> bool:
    return len(tensor.shape or ()) == (2 if _is_whole(tensor) else 3)


def _sizes(tensor: TensorFacts) -> tuple[int, ...]:
    return tuple(size or 0 for size in tensor.shape or ())


def _fits_space(value: object, tensor: TensorFacts) -> bool:
    pair = (value, value) if type(value) is int else value
    sizes = _sizes(tensor)
    return not isinstance(pair, tuple | list) or tuple(pair) in (sizes[2:], sizes[1:3])


def _is_at_most(value: object, number: float) -> bool:
    return not isinstance(value, int) or number <= value


_SORTS = (
    _Sort(
        re.compile(r"^(?:image|img|input|tile|crop|frame)_(?:size|shape|resolution)$|^resolution$"),
        re.compile(r"size|shape|expand|broadcast", re.IGNORECASE),
        _has_axes(4),
        _fits_space,
    ),
    _Sort(
        re.compile(r"^(?:in_channels|num_channels|n_channels|in_chans|channels|bands)$"),
        re.compile(r"channel", re.IGNORECASE),
        _has_axes(4),
        lambda value, tensor: value in _sizes(tensor)[1::2],
    ),
    _Sort(
        re.compile(r"^(?:in_features|input_dim|in_dim|n_features|num_features|input_size)$"),
        re.compile(r"cannot be multiplied|size mismatch|running_mean|normalized_shape"),
        _has_axes(2),
        lambda value, tensor: value in _sizes(tensor),
    ),
    _Sort(
        re.compile(r"^(?:vocab_size|vocabulary_size|n_vocab|num_embeddings|(?:num_|n_)?(?:tokens|items))$"),
        re.compile(r"index out of range|out of bounds"),
        _is_whole,
        lambda value, tensor: _is_at_most(value, (tensor.max or 0) + 1),
        every_one=True,
    ),
    _Sort(
        re.compile(r"^max_(?:len|length|seq_len|positions|position_embeddings)$|^block_size$|"
                   r"^context_(?:length|size)$|^n_positions$"),
        re.compile(r"size|shape|index out of range", re.IGNORECASE),
        _is_sequence,
        lambda value, tensor: _is_at_most(value, _sizes(tensor)[1]),
        every_one=True,
    ),
)  # fmt: skip


_UNKNOWN = object()
"""What a script gives, but nobody can read off it."""
_UNREADABLE = (
    "Whether the input fits the {name} that the script gives cannot be read off it: write that as "
    "a constant at its top, or as a literal where it is given."
)


class Declarations:
    """What the script's calls of project classes say, and their defaults where they say nothing."""

    def __init__(self, case: Case, script: ast.Module) -> None:
        self._case = case
        self._values = ScriptValues(script)
        self._said = [*self._said_to_classes(script), *self._said_elsewhere(script)]

    def complaints_about(self, given: Sequence[TensorFacts], message: str) -> Iterator[str]:
        """Where inputs are not what any of the options says."""
        for sort in _SORTS:
            options = [one for one in self._said if sort.names.search(one[0])]
            options = options or [one for one in self._usual() if sort.names.search(one[0])]
            meant = [tensor for tensor in given if sort.is_meant_for(tensor)]
            if not options or not sort.messages.search(message) or self._is_wished(meant):
                continue
            known = [one for one in options if one[1] is not _UNKNOWN]
            if not sort.is_broken([value for _, value in known], meant):
                continue
            if len(known) < len(options):
                yield from (_UNREADABLE.format(name=n) for n, v in options if v is _UNKNOWN)
            else:
                words = ", ".join(f"{name}={value}" for name, value in options)
                inputs = ", ".join(f"{tensor.name} {list(_sizes(tensor))}" for tensor in meant)
                yield f"The script builds for {words}, and then gives {inputs}."

    def _usual(self) -> Iterator[tuple[str, object]]:
        """What settings are where nobody sets them."""
        for symbol in self._case.project.symbols:
            for parameter in symbol.parameters if symbol.role is Role.CONFIG else ():
                yield from _default(parameter)

    def _is_wished(self, given: Sequence[TensorFacts]) -> bool:
        """Whether the report is about other inputs than those that the network is built for."""
        report = self._case.report
        named = numbers_in(report)
        is_named = any(size in named for tensor in given for size in _sizes(tensor)[1:])
        return is_named and _MEANT.search(report.text) is not None

    def _said_to_classes(self, script: ast.Module) -> Iterator[tuple[str, object]]:
        classes = {
            s.name: s
            for s in self._case.project.symbols
            if s.kind is SymbolKind.CLASS and s.role in _BUILT
        }
        for node in ast.walk(script):
            if isinstance(node, ast.Call):
                symbol = classes.get(ast.unparse(node.func).rpartition(".")[2])
                if symbol is not None:
                    yield from self._said_in(node, symbol)

    def _said_in(self, call: ast.Call, symbol: Symbol) -> Iterator[tuple[str, object]]:
        given = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        names = [p.name for p in symbol.parameters if not (p.is_keyword_only or p.is_variadic)]
        given |= dict(zip(names, call.args, strict=False))
        is_open = any(keyword.arg is None for keyword in call.keywords)
        for parameter in symbol.parameters:
            if parameter.name in given:
                yield from self._options(parameter.name, given[parameter.name])
            elif is_open:
                yield parameter.name, _UNKNOWN
            else:
                yield from _default(parameter)

    def _said_elsewhere(self, script: ast.Module) -> Iterator[tuple[str, object]]:
        """`config.image_size = 64`, `{"image_size": 64}`, `replace(config, image_size=64)`."""
        for node in ast.walk(script):
            for name, value in _settings_in(node):
                yield from self._options(name, value)

    def _options(self, name: str, given: ast.expr) -> Iterator[tuple[str, object]]:
        values = self._values.of(given)
        yield from ((name, value) for value in ([_UNKNOWN] if values is None else values))


def _settings_in(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Assign(targets=[ast.Attribute(attr=name)], value=value):
            yield name, value
        case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(name)))], value=value):
            yield name, value
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value, value
        case ast.Call(keywords=keywords):
            yield from ((keyword.arg, keyword.value) for keyword in keywords if keyword.arg)


def _default(parameter: Parameter) -> Iterator[tuple[str, object]]:
    try:
        value: object = ast.literal_eval(parameter.default or "")
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return
    if value is not None:
        yield parameter.name, value
