"""Differences of a prediction and a target: broadcast against each other, or out of reach.

A subtraction is part of nearly every program and must cost nothing. So the graph of the first
losses is asked whether there is one that may be at fault; only then are subtractions looked at,
for some steps, to learn what was subtracted and on which line.
"""

from __future__ import annotations

from collections import deque
from types import FrameType
from typing import Any

from ..graph_nodes import nodes_before, shape_of, sources_of
from ..output_functions import RANGES, function_of, made_by, out_of_reach
from .asking_frame import asking_frame, place_of
from .kit import Kit
from .patches import Patches
from .samples import rounded
from .together import together
from .untraced import aside, can_be_read, may_look

NAMES = ("__sub__", "sub", "subtract")
LOOKS = 16
"""The first backward passes, and those with subtractions: several losses may take turns."""
EVERY = 61
"""Later passes: another loss may come after many epochs. A prime falls in step with nothing."""
MOST_NODES = 128
"""Of a graph, from the loss on: a sum of several losses has its differences within a few dozen."""
MOST_CALLS = 5_000
"""Subtractions looked at: those of some steps, even where a loop of the script is full of them."""
MOST_PLACES = 16
MEASURES = ("Pow", "Abs")
"""What makes a loss of a difference."""


class Differences:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._patches = Patches()
        self._look = kit.guard(self._looked)
        self._passes = 0
        self._left = 0
        self._calls = 0
        self._told: set[tuple[Any, ...]] = set()
        self._compared: set[tuple[Any, ...]] = set()
        """Where the targets of an output function were looked at."""

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
        self._left, self._calls = 0, MOST_CALLS
        self._patches.undo()

    def _search(self, tensors: Any) -> None:
        if self._left:
            self._left -= 1
            if not self._left:
                self._patches.undo()
            return
        if self._told or self._calls >= MOST_CALLS:
            return
        some = tensors if isinstance(tensors, (list, tuple)) else (tensors,)
        roots = [getattr(root, "grad_fn", None) for root in some]
        are_known = bool(self._compared)
        if any(root is not None and _is_suspect(root, are_known) for root in roots):
            self._left = LOOKS
            self._install()

    def _install(self) -> None:
        torch = self._kit.torch
        for name in NAMES:
            self._patches.replace(torch.Tensor, name, self._watched)
            self._patches.around(torch, name, self._watched)

    def _watched(self, plain: Any) -> Any:
        kind = self._kit.torch.Tensor

        def subtract(*arguments: Any, **options: Any) -> Any:
            result = plain(*arguments, **options)
            if self._calls < MOST_CALLS and type(result) is kind and result.requires_grad:
                self._look(arguments, options, result)
            return result

        return subtract

    def _looked(self, arguments: Any, options: Any, result: Any) -> None:
        torch = self._kit.torch
        self._calls += 1
        if self._calls >= MOST_CALLS:
            self._patches.undo()
        named = [options[part] for part in ("input", "other") if part in options]
        operands = (*arguments, *named)[:2]
        if not may_look(torch) or not all(can_be_read(torch, one) for one in operands):
            return
        given, target = sorted(operands, key=lambda one: not one.requires_grad)
        if target.requires_grad or not _are_numbers(given, target):
            return
        if _are_column_and_row(given, target):
            frame = self._frame()
            if frame is not None and _is_prediction_and_target(given, target, frame):
                self._tell_broadcast(given, target, self._place(frame))
        elif given.shape == target.shape and made_by(given) in RANGES:
            frame = self._frame()
            if frame is not None:
                self._compare(given, target, self._place(frame))

    def _frame(self) -> FrameType | None:
        return asking_frame(self._kit.observer.places)

    def _place(self, frame: FrameType) -> dict[str, Any]:
        return place_of(frame, self._kit.observer.places)

    def _tell_broadcast(self, given: Any, target: Any, place: dict[str, Any]) -> None:
        if _is_new(place, self._told):
            count = int(given.shape[0])
            shapes = {"answers": list(given.shape), "reduced": [count, count]}
            self._record(**_described(given, target, place), **shapes)

    def _compare(self, given: Any, target: Any, place: dict[str, Any]) -> None:
        """The range of the targets, and which part of them the output cannot have."""
        torch, function = self._kit.torch, made_by(given)
        if not _is_new(place, self._compared):
            return
        fields = {**_described(given, target, place), "made_by": function}
        with aside(torch):
            beyond = out_of_reach(function, target)
            if beyond is None:
                return
            numbers = together(torch, [beyond.float().mean(), *torch.aminmax(target)])
            self._kit.mail.send(numbers, lambda read: self._tell_range(fields, read))

    def _tell_range(self, fields: dict[str, Any], numbers: list[float]) -> None:
        share, *ends = (rounded(number) for number in numbers)
        if share:
            self._record(**fields, out_of_reach=[share], target_range=ends)

    def _record(self, **fields: Any) -> None:
        observer = self._kit.observer
        number = observer.new_id("loss_function")
        observer.record("loss_function", loss_function=number, type="subtraction", **fields)


def _described(given: Any, target: Any, place: dict[str, Any]) -> dict[str, Any]:
    return {
        "called": place,
        "input_shape": list(given.shape),
        "target_shape": list(target.shape),
        "target_dtype": str(target.dtype).split(".")[-1],
    }


def _is_new(place: dict[str, Any], known: set[tuple[Any, ...]]) -> bool:
    key = tuple(place.values())
    if key in known or len(known) >= MOST_PLACES:
        return False
    known.add(key)
    return True


def _is_suspect(root: Any, are_known: bool) -> bool:
    """Whether a graph has a difference with a constant that should be looked at.

    It is larger than what was learned; or, unless that was looked at, it becomes a loss, and an
    output function gave what was learned.
    """
    waiting, seen = deque([root]), {root}
    for _ in range(MOST_NODES):
        if not waiting:
            return False
        node = waiting.popleft()
        if _is_square(node) or (not are_known and _is_bounded(node)):
            return True
        inner = nodes_before(node)
        waiting += [before for before in inner if before not in seen]
        seen.update(inner)
    return False


def _is_bounded(node: Any) -> bool:
    """Whether it measures the difference of a constant and the output of a function."""
    if not type(node).__name__.startswith(MEASURES) or not node.next_functions:
        return False
    operands = _learned(node.next_functions[0][0])
    return len(operands) == 1 and function_of(operands[0][0]) in RANGES


def _learned(node: Any) -> list[Any]:
    """Of a difference: those of its two sides that depend on weights."""
    return sources_of(node) if type(node).__name__.startswith("Sub") else []


def _is_square(node: Any) -> bool:
    operands = _learned(node)
    shape = shape_of(node) if len(operands) == 1 else ()
    if len(shape) != 2 or shape[0] != shape[1] or shape[0] < 2:
        return False
    return shape_of(*operands[0]) in ((shape[0],), (shape[0], 1))


def _are_column_and_row(first: Any, second: Any) -> bool:
    row, column = sorted((first, second), key=lambda one: int(one.dim()))
    count = row.numel()
    return bool(row.dim() == 1 and count > 1 and tuple(column.shape) == (count, 1))


def _are_numbers(first: Any, second: Any) -> bool:
    return bool(first.is_floating_point() and second.is_floating_point())


def _is_prediction_and_target(given: Any, target: Any, frame: FrameType) -> bool:
    """Not where all pairs are meant: differences of answers, distances to centres, or `y[:, None]`.

    What is learned itself (a leaf), or belongs to the network whose method this is, is no target.
    """
    if given.grad_fn is None or given.data_ptr() == target.data_ptr():
        return False
    column = given if given.dim() == 2 else target
    names = (frame.f_locals, frame.f_globals)
    is_named = any(column is value for some in names for value in list(some.values()))
    owner = frame.f_locals.get("self")
    return (is_named or not _was_row(column)) and not belongs_to(owner, target)


def _was_row(column: Any) -> bool:
    """Whether a column is a view of a row: pairs are asked for, where it is made on the spot."""
    if column.grad_fn is None:
        return column._base is not None and column._base.dim() == 1
    before = column.grad_fn.next_functions[:1]
    return type(column.grad_fn).__name__.startswith(
        ("Unsqueeze", "View", "Reshape", "UnsafeView")
    ) and bool(before and len(shape_of(*before[0])) == 1)


def belongs_to(owner: Any, tensor: Any) -> bool:
    """Whether a module holds a tensor, as a buffer or in another way."""
    if not hasattr(owner, "named_buffers"):
        return False
    held = [*vars(owner).values(), *owner.buffers(), *owner.parameters()]
    return any(one is tensor or one is tensor._base for one in held if one is not None)
