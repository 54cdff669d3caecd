"""Where names live: function scopes, and modules whose globals are evaluated on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seismograd.source.evaluate.values import Function, Value

if TYPE_CHECKING:
    from seismograd.source.chunks import Chunk
    from seismograd.source.document import Document
    from seismograd.source.evaluate.values import Class


class Frame:
    """One scope that is being run."""

    __slots__ = ("chunk", "cls", "context_depth", "free", "function", "held", "is_comprehension",
                 "locals", "module", "parent", "receiver", "returns", "yields")  # fmt: skip

    def __init__(
        self,
        module: Module,
        chunk: Chunk,
        parent: Frame | None = None,
        function: Function | None = None,
    ) -> None:
        self.module = module
        self.chunk = chunk
        self.parent = parent
        self.function = function
        self.cls: Class | None = None
        self.receiver: Value | None = None
        self.locals: dict[str, Value] = {}
        self.free: dict[str, Frame] = {}
        """Names declared global or nonlocal, with the scope they belong to."""
        self.returns: list[Value] = []
        self.yields: list[Value] = []
        self.is_comprehension = False
        self.context_depth = 0
        self.held: tuple[Value, ...] = ()
        """The `with` blocks of this scope around its first `yield`."""


class Module:
    """A file that is being evaluated, in order or name by name."""

    def __init__(self, document: Document, name: str) -> None:
        self.document = document
        self.file = document.path
        self.name = name
        self.done: set[Chunk] = set()
        first = document.chunks[0] if document.chunks else None
        self.frame = Frame(self, first)  # type: ignore[arg-type]

    def take_apart(self) -> None:
        self.frame.locals.clear()
        del self.frame
