"""What an expression can be known to be.

Values keep the place they came from. Two uses of one variable give the same object, so identity
tells whether two places speak of the same thing even where nothing else is known about it.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from seismograd.faults import Span

if TYPE_CHECKING:
    from seismograd.source.chunks import Chunk
    from seismograd.source.evaluate.calls import Call, Loop
    from seismograd.source.evaluate.frames import Frame


MAX_SEQUENCE = 10_000


class Place(NamedTuple):
    """A node of a statement; its line is asked for late, since statements move."""

    chunk: Chunk
    node: ast.AST

    @property
    def span(self) -> Span:
        return self.chunk.span(self.node)


class Value:
    """Anything an expression can evaluate to.

    The kinds made most often set what they inherit themselves: a call less for each of them.
    """

    __slots__ = ("members", "place")

    def __init__(self, place: Place | None = None) -> None:
        self.place = place
        self.members: dict[str, Value] | None = None


class Unknown(Value):
    """Nothing is known but its identity, and perhaps the name it goes by."""

    __slots__ = ("hint",)

    def __init__(self, place: Place | None = None, hint: str = "") -> None:
        self.place = place
        self.members = None
        self.hint = hint

    def __repr__(self) -> str:
        return f"Unknown({self.hint})"


class Const(Value):
    """A number, string, boolean or None.

    `soft` marks a default that the user may override when the program runs: an argparse default,
    a value of a configuration file, a parameter default.
    """

    __slots__ = ("soft", "trail", "value")

    def __init__(
        self,
        value: object,
        place: Place | None = None,
        soft: bool = False,
        trail: tuple[Place, ...] = (),
    ) -> None:
        self.place = place
        self.members = None
        self.value = value
        self.soft = soft
        self.trail = trail

    def __repr__(self) -> str:
        return f"Const({self.value!r}{', soft' if self.soft else ''})"

    def softened(self) -> Const:
        """The same value as a default that may be overridden."""
        return self if self.soft else Const(self.value, self.place, True, self.trail)


class ConfigConst(Const):
    """A value of a configuration file; its place is the call that loads the file."""

    __slots__ = ("file", "keys", "line")

    def __init__(
        self,
        value: object,
        place: Place | None,
        file: str,
        line: int,
        keys: tuple[object, ...] = (),
    ) -> None:
        """`keys`: the way to it from the top of the file; of an alias, that of its anchor."""
        super().__init__(value, place, soft=True)
        self.file = file
        self.line = line
        self.keys = keys


class EnumMember(Const):
    """A member of an enumeration of the project."""

    __slots__ = ("cls", "name")

    def __init__(self, value: object, cls: Class, name: str, place: Place | None) -> None:
        super().__init__(value, place)
        self.cls = cls
        self.name = name

    def softened(self) -> Const:
        return self


class Sequence(Value):
    """A list, tuple or set; `open` when it may hold more than what is listed."""

    __slots__ = ("items", "kind", "loop", "open")

    def __init__(
        self, kind: str, items: list[Value], place: Place | None = None, open_: bool = False
    ) -> None:
        super().__init__(place)
        self.kind = kind
        self.items = items
        self.open = open_
        self.loop: Loop | None = None
        """The loop it was made in, when that loop is run once to stand for all rounds."""

    def __repr__(self) -> str:
        return f"{self.kind}{self.items}"

    def cut(self) -> Sequence:
        """Itself, or where it has grown beyond measure, a sequence of which nothing is known."""
        if len(self.items) > MAX_SEQUENCE:
            self.items, self.open = [], True
        return self


class Mapping(Value):
    """A dict with constant keys; `open` when it may hold other keys too."""

    __slots__ = ("items", "open")

    def __init__(
        self, items: dict[object, Value], place: Place | None = None, open_: bool = False
    ) -> None:
        super().__init__(place)
        self.items = items
        self.open = open_

    def __repr__(self) -> str:
        return f"dict({self.items})"


class Record(Mapping):
    """A dict whose keys are attributes too, as configuration libraries have them."""

    __slots__ = ()


class Stream(Value):
    """Something to iterate over of which only the element is known (a loader, a generator)."""

    __slots__ = ("contexts", "element", "source")

    def __init__(
        self, element: Value, place: Place | None = None, source: Value | None = None
    ) -> None:
        super().__init__(place)
        self.element = element
        self.source = source
        self.contexts: tuple[Value, ...] = ()
        """The `with` blocks around the `yield` of a context manager."""


class Choice(Value):
    """One of several values, by a condition that is not known."""

    __slots__ = ("options",)

    def __init__(self, options: tuple[Value, ...], place: Place | None = None) -> None:
        super().__init__(place)
        self.options = options

    def __repr__(self) -> str:
        return f"Choice{self.options}"


class Symbol(Value):
    """Something of a library outside the project, by its canonical dotted name."""

    __slots__ = ("path",)

    def __init__(self, path: str, place: Place | None = None) -> None:
        self.place = place
        self.members = None
        self.path = path

    def __repr__(self) -> str:
        return f"Symbol({self.path})"


class ModuleValue(Value):
    """A module of the project."""

    __slots__ = ("file",)

    def __init__(self, file: str, place: Place | None = None) -> None:
        super().__init__(place)
        self.file = file


class Deferred(Value):
    """A name imported from a project module that nobody has asked for yet."""

    __slots__ = ("module", "name")

    def __init__(self, module: ModuleValue, name: str, place: Place) -> None:
        super().__init__(place)
        self.module = module
        self.name = name


class Member(Value):
    """An attribute of something that is not modelled further."""

    __slots__ = ("base", "name")

    def __init__(self, base: Value, name: str, place: Place | None = None) -> None:
        self.place = place
        self.members = None
        self.base = base
        self.name = name

    def __repr__(self) -> str:
        return f"{self.base!r}.{self.name}"


class Object(Value):
    """What a call of a library gave: a layer, an optimiser, a loader, a parsed namespace."""

    __slots__ = ("attributes", "call", "path")

    def __init__(self, path: str, call: Call, place: Place | None = None) -> None:
        self.place = place
        self.members = None
        self.path = path
        self.call = call
        self.attributes: dict[str, Value] = {}

    def __repr__(self) -> str:
        return f"Object({self.path})"


class Function(Value):
    """A function or lambda of the project, with the scope it was defined in."""

    __slots__ = ("chunk", "decorators", "defaults", "keyword_defaults", "name", "node", "owner",
                 "scope", "setter")  # fmt: skip

    def __init__(
        self,
        name: str,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
        scope: Frame,
        place: Place,
    ) -> None:
        super().__init__(place)
        self.name = name
        self.node = node
        self.scope = scope
        self.chunk = place.chunk
        self.owner: Class | None = None
        self.decorators: list[Value] = []
        self.defaults: list[Value] = []
        self.keyword_defaults: list[Value | None] = []
        self.setter: Function | None = None
        """For a property: what runs when it is assigned to."""

    def __repr__(self) -> str:
        return f"Function({self.name})"


class BoundMethod(Value):
    """A method of the project together with its receiver."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: Function, receiver: Value, place: Place | None = None) -> None:
        super().__init__(place)
        self.function = function
        self.receiver = receiver

    def __repr__(self) -> str:
        return f"{self.receiver!r}.{self.function.name}"


EMPTY_BASES = frozenset({"abc.ABC", "builtins.object", "typing.Generic", "typing.Protocol"})


class Class(Value):
    """A class of the project."""

    __slots__ = ("_library_bases", "_lineage", "bases", "decorators", "name", "namespace", "node",
                 "scope")  # fmt: skip

    def __init__(self, name: str, node: ast.ClassDef, scope: Frame, place: Place) -> None:
        super().__init__(place)
        self.name = name
        self.node = node
        self.scope = scope
        self.bases: list[Value] = []
        self.decorators: list[Value] = []
        self.namespace: dict[str, Value] = {}
        self._lineage: tuple[Value, ...] | None = None
        self._library_bases: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return f"Class({self.name})"

    def take_apart(self) -> None:
        self.namespace.clear()
        self._lineage = ()

    def lineage(self) -> tuple[Value, ...]:
        """This class and its bases in the order of look-up; library and unknown ones too."""
        if self._lineage is None:
            self._lineage = resolution_order(self)
        return self._lineage

    def lookup(self, name: str) -> Value | None:
        for base in self.lineage():
            if isinstance(base, Class) and name in base.namespace:
                return base.namespace[name]
        return None

    @property
    def library_bases(self) -> tuple[str, ...]:
        """The library classes it inherits from, nearest first; less those that bring nothing."""
        if self._library_bases is None:
            named = [base.path for base in self.lineage() if isinstance(base, Symbol)]
            self._library_bases = tuple(path for path in named if path not in EMPTY_BASES)
        return self._library_bases

    @property
    def has_unknown_base(self) -> bool:
        return any(not isinstance(base, Class | Symbol) for base in self.lineage())


def resolution_order(cls: Class) -> tuple[Value, ...]:
    """Python's order of look-up; where the bases contradict each other, nearest first."""
    columns = [list(base.lineage()) if isinstance(base, Class) else [base] for base in cls.bases]
    order: list[Value] = [cls]
    columns.append(list(cls.bases))
    while any(columns):
        columns = [column for column in columns if column]
        tails = {_identity(value) for column in columns for value in column[1:]}
        heads = (column[0] for column in columns)
        chosen = next((head for head in heads if _identity(head) not in tails), columns[0][0])
        order.append(chosen)
        key = _identity(chosen)
        columns = [[value for value in column if _identity(value) != key] for column in columns]
    return tuple(order)


def _identity(base: Value) -> object:
    return base.path if isinstance(base, Symbol) else id(base)


class Instance(Value):
    """An object of a class of the project."""

    __slots__ = ("attributes", "call", "cls", "complete", "super_init")

    def __init__(self, cls: Class, place: Place | None = None) -> None:
        super().__init__(place)
        self.cls = cls
        self.attributes: dict[str, Value] = {}
        self.call: Call | None = None
        self.super_init: Place | None = None
        self.complete = True
        """False where its constructor could not be followed to the end."""

    def __repr__(self) -> str:
        return f"Instance({self.cls.name})"


class Super(Value):
    """What `super()` gives: the receiver, seen from the bases of a class."""

    __slots__ = ("after", "receiver")

    def __init__(self, receiver: Value, after: Class | None, place: Place | None = None) -> None:
        super().__init__(place)
        self.receiver = receiver
        self.after = after


@dataclass(frozen=True, slots=True)
class Dim:
    """The size of an axis that is not a number: a factor times named unknown sizes."""

    factor: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        symbols = "*".join(self.names)
        return symbols if self.factor == 1 else f"{self.factor}*{symbols}"


Size = int | Dim | None
Shape = tuple[Size, ...] | None


class Extent(Value):
    """A size as a number in the program, where it is known only by name."""

    __slots__ = ("dim",)

    def __init__(self, dim: Dim, place: Place | None = None) -> None:
        super().__init__(place)
        self.dim = dim


class Tensor(Value):
    """An array: the operation that made it, from what, and its shape as far as it is known."""

    __slots__ = ("call", "dtype", "inputs", "layer", "op", "shape", "tracked")

    def __init__(
        self,
        op: str,
        inputs: tuple[Value, ...] = (),
        shape: Shape = None,
        place: Place | None = None,
        *,
        call: Call | None = None,
        layer: Value | None = None,
        dtype: str | None = None,
        tracked: bool = True,
    ) -> None:
        self.place = place
        self.members = None
        self.op = op
        self.inputs = inputs
        self.shape = shape
        self.call = call
        self.layer = layer
        self.dtype = dtype
        self.tracked = tracked
        """Whether autograd follows it back to its inputs."""

    def __repr__(self) -> str:
        return f"Tensor({self.op}, {self.shape})"


def constant(value: Value | None) -> object | None:
    """The Python constant behind a value; None where there is none (or it is None itself)."""
    return value.value if isinstance(value, Const) else None


def number(value: Value | None) -> int | float | None:
    """The number behind a value, booleans excluded."""
    known = constant(value)
    if isinstance(known, bool) or not isinstance(known, int | float):
        return None
    return known


def integer(value: Value | None) -> int | None:
    known = number(value)
    return known if isinstance(known, int) else None


def text(value: Value | None) -> str | None:
    known = constant(value)
    return known if isinstance(known, str) else None


def is_none(value: Value | None) -> bool:
    return isinstance(value, Const) and value.value is None


def options(value: Value) -> tuple[Value, ...]:
    """The values that a value may be."""
    return value.options if isinstance(value, Choice) else (value,)
