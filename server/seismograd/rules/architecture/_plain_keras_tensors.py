"""Tensors that a Keras layer keeps as plain attributes and computes with, as if they were weights.

Only what the layer makes itself, once and under no condition, and what it uses for nothing but
arithmetic: masks, first states and what a caller gives may well be meant to stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.rules.module_facts import KERAS_LAYERS, own_method
from seismograd.source.document import Document
from seismograd.source.evaluate.values import Class, Instance, Object, Place, Tensor, Value

_SAME = frozenset({"cast", "clone", "reshape", "transpose", "unsqueeze"})
_SCALED = frozenset({"div", "mul"})
_NEUTRAL = frozenset({"ones", "zeros"})
_RANDOM = frozenset({"keras.random", "numpy.random", "tensorflow.random"})
_INITIALISERS = ("Glorot", "He", "Lecun", "Random", "Truncated", "Uniform", "Variance")
_RESHAPING = frozenset({"cast", "convert_to_tensor", "expand_dims", "reshape", "transpose"})
_ARITHMETIC = frozenset(
    {"add", "divide", "exp", "multiply", "sigmoid", "softplus", "square", "subtract"}
)
_PRODUCTS = frozenset({"conv", "dot", "einsum", "matmul", "tensordot"})
_LOOKED_UP = frozenset({"gather", "take"})
_WAVES = frozenset({"cos", "sin"})
_ON_PURPOSE = frozenset({"assign", "stop_gradient", "trainable"})


@dataclass(frozen=True, slots=True)
class PlainTensor:
    """An attribute, and the statement that sets it."""

    name: str
    is_neutral: bool
    """Zeros or ones: they change nothing, so that nobody adds or multiplies them for good."""
    is_table: bool
    """Drawn as weights are first drawn, looked up by what the layer is given, beside weights."""
    place: Place

    @property
    def is_sure(self) -> bool:
        return self.is_neutral or self.is_table


def plain_tensors(instance: Instance) -> list[PlainTensor]:
    """Of a layer of the project: what its `call` computes with, and nothing ever changes."""
    cls = instance.cls
    if cls.has_unknown_base or not KERAS_LAYERS.intersection(cls.library_bases):
        return []
    if cls.place is None or own_method(cls, "call") is None or _is_meant(cls):
        return []
    found = (_plain(instance, name, value) for name, value in instance.attributes.items())
    return [one for one in found if one is not None]


def _is_meant(cls: Class) -> bool:
    """Random features are the frequencies of waves; others say that they are not trained."""
    words = {_last_name(node) for node in ast.walk(cls.node)}
    words |= {node.arg for node in ast.walk(cls.node) if isinstance(node, ast.keyword)}
    return bool(words & (_WAVES | _ON_PURPOSE))


def _plain(instance: Instance, name: str, value: Value) -> PlainTensor | None:
    origin, cls = _origin(value), instance.cls
    statement = None if origin is None else _only_assignment(cls, name)
    if origin is None or statement is None or cls.place is None:
        return None
    if not _is_within(cls, origin) or _is_named_outside(cls, instance, name):
        return None
    is_neutral = isinstance(origin, Tensor) and origin.op in _NEUTRAL
    functions = _ARITHMETIC if is_neutral else _ARITHMETIC | _PRODUCTS | _LOOKED_UP
    if not _is_computed_with(cls, name, functions):
        return None
    is_table = isinstance(origin, Object) and _is_table(cls, name)
    return PlainTensor(name, is_neutral, is_table, Place(cls.place.chunk, statement))


def _is_table(cls: Class, name: str) -> bool:
    """Whether it is only looked up, in a layer whose other numbers are weights."""
    weights = any(_last_name(node) == "add_weight" for node in ast.walk(cls.node))
    return weights and _is_computed_with(cls, name, _LOOKED_UP, operators=())


def _origin(value: Value) -> Tensor | Object | None:
    """Random numbers of a shape, or a row of zeros or ones, that a value is made of."""
    if isinstance(value, Object):
        return value if _is_drawn(value.call.path) else None
    if not isinstance(value, Tensor):
        return None
    if value.op in _NEUTRAL:
        return value if value.shape is not None and len(value.shape) == 1 else None
    if value.call is not None and value.call.path.rpartition(".")[0].startswith(tuple(_RANDOM)):
        return value if value.shape is None or len(value.shape) else None
    if value.op in _SAME and value.inputs:
        return _origin(value.inputs[0])
    found = [_origin(part) for part in value.inputs] if value.op in _SCALED else []
    drawn = [one for one in found if one is not None]
    is_random = len(drawn) == 1 and getattr(drawn[0], "op", None) not in _NEUTRAL
    return drawn[0] if is_random else None


def _is_drawn(path: str) -> bool:
    """Whether an initialiser was called for random numbers."""
    owner, _, method = path.rpartition(".")
    library, _, name = owner.rpartition(".")
    is_one = library == "keras.initializers" and name.startswith(_INITIALISERS)
    return is_one and method == "__call__"


def _only_assignment(cls: Class, name: str) -> ast.Assign | None:
    """The statement that sets an attribute, where it is the only one and always runs."""
    every = [node for node in ast.walk(cls.node) if _is_own(node, name, ast.Store)]
    methods = [own_method(cls, method) for method in ("__init__", "build")]
    bodies = [one.node.body for one in methods if one is not None]
    statements = [one for body in bodies if isinstance(body, list) for one in body]
    sets = [
        one
        for one in statements
        if isinstance(one, ast.Assign) and any(_is_own(to, name, ast.Store) for to in one.targets)
    ]
    is_sure = len(every) == len(sets) == 1 and not isinstance(sets[0].value, ast.IfExp | ast.BoolOp)
    return sets[0] if is_sure else None


def _is_own(node: ast.AST, name: str, context: type[ast.expr_context]) -> bool:
    """Whether it is `self.name`, or that of anything."""
    return isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, context)


def _is_within(cls: Class, origin: Tensor | Object) -> bool:
    made = None if origin.call is None else origin.call.place.node
    return any(node is made for node in ast.walk(cls.node))


def _is_named_outside(cls: Class, instance: Instance, name: str) -> bool:
    """Whether other code reads or sets it, where the class stands and where it is used."""
    places = [place for place in (cls.place, instance.place) if place is not None]
    documents = {id(place.chunk.document): place.chunk.document for place in places}
    inside = {id(node) for node in ast.walk(cls.node)}
    return any(
        id(node) not in inside
        for document in documents.values()
        for node in _attributes(document, name)
    )


def _attributes(document: Document, name: str) -> Iterator[ast.Attribute]:
    for chunk in document.chunks:
        if name.encode() in chunk.identifiers:
            for statement in chunk.statements:
                for node in ast.walk(statement):
                    if isinstance(node, ast.Attribute) and node.attr == name:
                        yield node


_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div)


def _is_computed_with(
    cls: Class,
    name: str,
    functions: frozenset[str],
    operators: tuple[type[ast.operator], ...] = _OPERATORS,
) -> bool:
    """Whether `call` uses it in arithmetic, and nothing else uses it."""
    call = own_method(cls, "call")
    above = {id(child): node for node in ast.walk(cls.node) for child in ast.iter_child_nodes(node)}
    uses = [node for node in ast.walk(cls.node) if _is_own(node, name, ast.Load)]
    within = set() if call is None else {id(node) for node in ast.walk(call.node)}
    return bool(uses) and all(
        id(use) in within and _is_operand(use, above, functions, operators) for use in uses
    )


def _is_operand(
    node: ast.AST,
    above: dict[int, ast.AST],
    functions: frozenset[str],
    operators: tuple[type[ast.operator], ...],
) -> bool:
    parent = above.get(id(node))
    if isinstance(parent, ast.BinOp):
        is_product = isinstance(parent.op, ast.MatMult)
        return "matmul" in functions if is_product else isinstance(parent.op, operators)
    if isinstance(parent, ast.Subscript | ast.UnaryOp):
        return _is_operand(parent, above, functions, operators)
    if not isinstance(parent, ast.Call) or node is parent.func:
        return False
    function = _last_name(parent.func)
    if function in _RESHAPING:
        return _is_operand(parent, above, functions, operators)
    if function in _LOOKED_UP and node not in parent.args[:1]:
        return False  # the places where something else is looked up
    return function in functions


def _last_name(node: ast.AST) -> str | None:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None
