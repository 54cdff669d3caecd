"""Methods that read and change lists and sets."""

from __future__ import annotations

from collections.abc import Callable

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.iteration import items_of
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.literals import NotPlain, plain
from seismograd.source.evaluate.python.folding import fold
from seismograd.source.evaluate.values import Const, Sequence, Unknown, Value, integer

_Change = Callable[[Call, Sequence], Value | None]


def register(library: Library) -> None:
    changes: dict[str, _Change] = {
        "append": _append, "appendleft": _append_left, "add": _add, "clear": _clear,
        "discard": _shuffled, "extend": _extend, "insert": _insert, "pop": _pop,
        "remove": _shuffled, "reverse": _reverse, "sort": _sort, "update": _extend,
    }  # fmt: skip
    reads: dict[str, _Change] = {"copy": _copy, "index": _index, "count": _count}
    for name, action in {**changes, **reads}.items():
        for kind in ("list", "set"):
            library.methods[f"builtins.{kind}.{name}"] = _on_sequence(action)
    for name, action in reads.items():
        library.methods[f"builtins.tuple.{name}"] = _on_sequence(action)


def _on_sequence(action: _Change) -> Model:
    def model(call: Call) -> Value | None:
        if not isinstance(call.receiver, Sequence):
            return Unknown(call.place)
        return action(call, call.receiver)

    return model


def change_items(call: Call, sequence: Sequence, items: list[Value], open_: bool = False) -> None:
    call.interpreter.store.grow(sequence, items, call.interpreter.loop, open_)


def _append(call: Call, sequence: Sequence) -> Value:
    item = call.value(0, "object") or Unknown(call.place)
    change_items(call, sequence, [*sequence.items, item])
    return Const(None, call.place)


def _append_left(call: Call, sequence: Sequence) -> Value:
    item = call.value(0, "object") or Unknown(call.place)
    change_items(call, sequence, [item, *sequence.items])
    return Const(None, call.place)


def _add(call: Call, sequence: Sequence) -> Value:
    item = call.value(0, "object") or Unknown(call.place)
    if not any(_equal(item, other) for other in sequence.items):
        change_items(call, sequence, [*sequence.items, item])
    return Const(None, call.place)


def _equal(left: Value, right: Value) -> bool:
    same = isinstance(left, Const) and isinstance(right, Const) and left.value == right.value
    return same or left is right


def _extend(call: Call, sequence: Sequence) -> Value:
    source = call.value(0, "iterable")
    items = None if source is None else items_of(call.interpreter, source)
    known = source.items if isinstance(source, Sequence) else []
    added = known if items is None else items
    change_items(call, sequence, [*sequence.items, *added], items is None)
    return Const(None, call.place)


def _insert(call: Call, sequence: Sequence) -> Value:
    at, item = integer(call.value(0, "index")), call.value(1, "object")
    if at is None or item is None or sequence.open:
        change_items(call, sequence, [], True)
    else:
        items = list(sequence.items)
        items.insert(at, item)
        change_items(call, sequence, items)
    return Const(None, call.place)


def _pop(call: Call, sequence: Sequence) -> Value:
    at = call.integer(0, "index", -1)
    items = list(sequence.items)
    certain = at is not None and -len(items) <= at < len(items) and not sequence.open
    if not certain or at is None or sequence.kind == "set":
        change_items(call, sequence, [], True)
        return Unknown(call.place)
    item = items.pop(at)
    change_items(call, sequence, items)
    return item


def _clear(call: Call, sequence: Sequence) -> Value:
    call.interpreter.store.set_items(sequence, [], False)
    return Const(None, call.place)


def _reverse(call: Call, sequence: Sequence) -> Value:
    items = [] if sequence.open else sequence.items[::-1]
    call.interpreter.store.set_items(sequence, items, sequence.open)
    return Const(None, call.place)


def _shuffled(call: Call, sequence: Sequence) -> Value:
    """A change whose outcome is known only for constants."""
    wanted = call.value(0, "value")
    try:
        position = [plain(item) for item in sequence.items].index(plain(wanted or Unknown()))
    except (NotPlain, ValueError):
        change_items(call, sequence, [], True)
    else:
        items = list(sequence.items)
        del items[position]
        change_items(call, sequence, items)
    return Const(None, call.place)


def _sort(call: Call, sequence: Sequence) -> Value:
    ordered = None if call.keywords else fold(call, sorted, [sequence])
    items = ordered.items if isinstance(ordered, Sequence) else []
    change_items(call, sequence, items, not isinstance(ordered, Sequence))
    return Const(None, call.place)


def _copy(call: Call, sequence: Sequence) -> Value:
    made = Sequence(sequence.kind, list(sequence.items), call.place, sequence.open)
    made.loop = call.interpreter.loop
    return made


def _index(call: Call, sequence: Sequence) -> Value | None:
    return fold(call, lambda items, *wanted: items.index(*wanted),
                [sequence, *[argument.value for argument in call.positional]])  # fmt: skip


def _count(call: Call, sequence: Sequence) -> Value | None:
    wanted = call.value(0, "value")
    if wanted is None:
        return None
    return fold(call, lambda items, item: items.count(item), [sequence, wanted])
