"""Products, quotients, sums and choices of a column (n, 1) and a row (n,) on the way to a loss.

As with differences, the graphs of the first losses are asked whether there is such a thing at
all. Only then are operations looked at, for a few passes, to learn on which line it stands and
where the column comes from: pairs that are asked for are not told, but for products that nothing
is done with except to take their mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FrameType
from typing import Any

from ..graph_nodes import name_of
from .asking_frame import asking_frame, place_of
from .column_origins import are_pairs_of_answers, sources_of_column, sources_of_row
from .differences import EVERY, LOOKS, MOST_CALLS, belongs_to
from .kit import Kit
from .patches import Patches
from .squares import SUMS, Square, column_of, comes_apart, is_square, row_of, squares_in
from .untraced import aside, can_be_read, may_look
from .written_columns import asks_for_pairs

OPERATORS = ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv")
NAMES = (
    *("add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide"),
    *("maximum", "minimum", "max", "min", "where"),
)
PASSES = 6
"""Backward passes that are looked at: several losses may take turns."""
MOST_WINDOWS = 4
"""Times that operations are looked at: some programs compare pairs in every step."""
MOST_NOTES = 256
MOST_PLACES = 4


@dataclass
class Note:
    """What was seen of an operation that gave a square."""

    place: dict[str, Any] | None = None
    """Of the mistake that it is, or that it was given."""
    asked: dict[str, Any] | None = None
    """Its place where the script asks for the column: a mistake if the square comes apart."""
    is_sure: bool = True
    """Whether nothing in it is a value for each pair that was meant."""
    is_scaling: bool = False
    """Whether it is with a single number."""


class Broadcasts:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._patches = Patches()
        self._look = kit.guard(self._looked)
        self._passes = 0
        self._windows = 0
        self._left = 0
        self._calls = 0
        self._notes: dict[Any, Note] = {}
        """By node of the graph: they are the same objects for as long as they are kept."""
        self._constant: list[tuple[Any, Note]] = []
        """Squares that are not learned."""
        self._told: set[tuple[Any, ...]] = set()

    def begin(self) -> None:
        search = self._kit.guard(self._search)

        def make(plain: Any) -> Any:
            def backward(tensors: Any, *arguments: Any, **options: Any) -> Any:
                self._passes += 1
                if self._left or self._passes <= LOOKS or not self._passes % EVERY:
                    search(tensors)
                return plain(tensors, *arguments, **options)

            return backward

        self._kit.patches.around(self._kit.torch.autograd, "backward", make)

    def finish(self) -> None:
        self._windows = MOST_WINDOWS
        self._close()

    def _close(self) -> None:
        self._left = 0
        self._patches.undo()
        self._forget()

    def _forget(self) -> None:
        self._notes, self._constant = {}, []

    def _search(self, tensors: Any) -> None:
        if not self._left and self._windows >= MOST_WINDOWS:
            return
        some = tensors if isinstance(tensors, (list, tuple)) else (tensors,)
        roots = [root.grad_fn for root in some if getattr(root, "grad_fn", None) is not None]
        found = [square for root in roots for square in squares_in(root)]
        if self._left:
            self._judge(found)
        elif found:
            self._windows, self._left = self._windows + 1, PASSES
            self._install()

    def _judge(self, found: list[Square]) -> None:
        for square in found:
            place = self._mistake(square)
            if place is not None:
                self._tell(square, place)
        self._forget()
        self._left -= 1
        if not self._left:
            self._close()

    def _mistake(self, square: Square) -> dict[str, Any] | None:
        """The place where the pairs come up, where none of them is meant."""
        seen = [self._notes.get(node) for node in (*square.born, *square.with_constant)]
        born = [self._notes[node] for node in square.born if node in self._notes]
        if comes_apart(square) and all(note and (note.is_sure or note.asked) for note in seen):
            return next((note.place or note.asked for note in reversed(born)), None)
        if not all(note is not None and note.is_sure for note in seen):
            return None
        if not (square.bends or any(map(self._bends, square.together))):
            return None
        places = [note.place for note in reversed(born)]
        return places[0] if all(place is not None for place in places) else None

    def _bends(self, node: Any) -> bool:
        note = self._notes.get(node)
        return name_of(node) not in SUMS and not (note is not None and note.is_scaling)

    def _tell(self, square: Square, place: dict[str, Any]) -> None:
        key = tuple(place.values())
        if key not in self._told and len(self._told) < MOST_PLACES:
            self._told.add(key)
            column, row = list(column_of(square.shape)), list(row_of(square.shape))
            self._kit.observer.record("broadcast", column=column, other=row, place=place)

    def _install(self) -> None:
        torch = self._kit.torch
        for name in (*(f"__{one}__" for one in OPERATORS), *NAMES):
            self._patches.replace(torch.Tensor, name, self._watched)
            self._patches.around(torch, name, self._watched)

    def _watched(self, plain: Any) -> Any:
        kind = self._kit.torch.Tensor

        def operation(*arguments: Any, **options: Any) -> Any:
            result = plain(*arguments, **options)
            if self._left and type(result) is kind and result.dim() > 1:
                self._look(arguments, options, result)
            return result

        return operation

    def _looked(self, arguments: Any, options: Any, result: Any) -> None:
        torch = self._kit.torch
        self._calls += 1
        if self._calls >= MOST_CALLS:
            self.finish()
        shape = tuple(result.shape)
        if not is_square(shape) or len(self._notes) + len(self._constant) >= MOST_NOTES:
            return
        if result.grad_fn in self._notes or not may_look(torch):
            return  # one operation may call another
        given = [one for one in (*arguments, *options.values()) if isinstance(one, torch.Tensor)]
        note = self._noted(given, result)
        if result.grad_fn is not None:
            self._notes[result.grad_fn] = note
        else:
            self._constant.append((result, note))

    def _noted(self, given: list[Any], result: Any) -> Note:
        shape = tuple(result.shape)
        columns = [one for one in given if tuple(one.shape) == column_of(shape)]
        rows = [one for one in given if tuple(one.shape) == row_of(shape)]
        pairs = [one for one in given if tuple(one.shape) == shape and one.grad_fn is None]
        before = [self._note_of(one) for one in pairs]
        if not all(note is not None and note.is_sure for note in before):
            return Note(is_sure=False)
        places = [note.place for note in before if note is not None]
        if columns and rows:
            places.append(self._mixed(columns, rows, result))
        if places == [None] and columns and rows:
            return Note(asked=self._asked(columns, rows), is_sure=False)
        if places:
            return Note(places[0], is_sure=all(place is not None for place in places))
        return Note(is_scaling=sum(one.numel() > 1 for one in given) <= 1)

    def _note_of(self, pairs: Any) -> Note | None:
        """Also of what was only taken out of a graph, or is another view of the same."""
        known = [note for one, note in self._constant if one.data_ptr() == pairs.data_ptr()]
        return known[0] if known else None

    def _mixed(self, columns: list[Any], rows: list[Any], result: Any) -> dict[str, Any] | None:
        """The place of a mistake; None where pairs may be meant."""
        frame = asking_frame(self._kit.observer.places)
        if frame is None or not all(can_be_read(self._kit.torch, one) for one in columns + rows):
            return None
        are_mixed = all(_are_apart(column, row) for column in columns for row in rows)
        are_examples = all(self._is_of_examples(one, frame) for one in columns + rows)
        if not are_mixed or not are_examples or self._may_be_meant(columns, rows, result, frame):
            return None
        return place_of(frame, self._kit.observer.places)

    def _asked(self, columns: list[Any], rows: list[Any]) -> dict[str, Any] | None:
        """The place where one side is learned, and the other belongs to examples as well."""
        frame, both = asking_frame(self._kit.observer.places), columns + rows
        are_learned = [any(one.grad_fn is not None for one in side) for side in (columns, rows)]
        if frame is None or all(are_learned) or not any(are_learned):
            return None
        if not all(can_be_read(self._kit.torch, one) for one in both):
            return None
        are_examples = all(self._is_of_examples(one, frame) for one in both)
        return place_of(frame, self._kit.observer.places) if are_examples else None

    def _may_be_meant(
        self, columns: list[Any], rows: list[Any], result: Any, frame: FrameType
    ) -> bool:
        if any(column.grad_fn is None for column in columns) and asks_for_pairs(frame):
            return True
        name = name_of(result.grad_fn)
        both = [(a.grad_fn, b.grad_fn) for a in columns for b in rows if a.grad_fn and b.grad_fn]
        return any(are_pairs_of_answers(name, *pair) for pair in both)

    def _is_of_examples(self, tensor: Any, frame: FrameType) -> bool:
        """Not a weight, nor numbers that are the same for all, nor steps of a grid."""
        if tensor.grad_fn is not None:
            return True
        if tensor.requires_grad or belongs_to(frame.f_locals.get("self"), tensor):
            return False
        if tensor.numel() > tensor.shape[0]:
            return True
        with aside(self._kit.torch):
            steps = tensor.detach().flatten().float().diff()
            return not bool((steps > 0).all() | (steps < 0).all() | (steps == 0).all())


def _are_apart(column: Any, row: Any) -> bool:
    """Whether each comes from something else, and the column was none that is made of a row."""
    if column.data_ptr() == row.data_ptr():
        return False
    if column.grad_fn is None:
        return column._base is None or bool(column._base.dim() >= column.dim())
    from_column = sources_of_column(column.grad_fn, column.output_nr)
    from_row = sources_of_row(row.grad_fn, row.output_nr) if row.grad_fn is not None else set()
    return from_column is not None and from_row is not None and not from_column & from_row
