"""Building and passing over sequences: list, tuple, map, itertools."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from seismograd.source.evaluate.branching import join
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.iteration import element_of, items_of
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.operators import truthiness
from seismograd.source.evaluate.python.folding import fold
from seismograd.source.evaluate.values import Const, Object, Sequence, Stream, Unknown, Value

MAX_PRODUCT = 256
MAX_PAIRS = 1_000
"""Widths of layers come in tens; pairs of pairs of long lists fill the memory."""


def register(library: Library) -> None:
    library.functions.update(
        {
            "builtins.all": _all,
            "builtins.any": _any,
            "builtins.filter": _filter,
            "builtins.frozenset": _collect,
            "builtins.list": _collect,
            "builtins.map": _map,
            "builtins.next": _next,
            "builtins.set": _collect,
            "builtins.slice": _slice,
            "builtins.sorted": _sorted,
            "builtins.tuple": _collect,
            "itertools.chain": _chain,
            "itertools.chain.from_iterable": _chain_nested,
            "itertools.count": _unending,
            "itertools.cycle": _cycle,
            "itertools.pairwise": _pairwise,
            "itertools.product": _product,
            "itertools.repeat": _repeat,
        }
    )
    library.elements.append(_chained_element)


def _collect(call: Call) -> Value | None:
    kind = "set" if call.method == "frozenset" else call.method
    source = call.value(0, "iterable")
    if source is None:
        return None if call.open else _made(call, kind, [])
    if isinstance(source, Sequence):
        return _made(call, kind, _distinct(kind, source.items), source.open)
    items = items_of(call.interpreter, source)
    return None if items is None else _made(call, kind, _distinct(kind, items))


def _made(call: Call, kind: str, items: list[Value], open_: bool = False) -> Sequence:
    made = Sequence(kind, items, call.place, open_)
    made.loop = call.interpreter.loop
    return made


def _distinct(kind: str, items: list[Value]) -> list[Value]:
    if kind != "set":
        return list(items)
    known = {item.value if isinstance(item, Const) else id(item): item for item in items}
    return list(known.values())


def _sorted(call: Call) -> Value | None:
    source = call.value(0, "iterable")
    items = None if source is None else items_of(call.interpreter, source)
    if items is None or "key" in call.keywords:
        return None
    reverse = call.value(None, "reverse") or Const(False)
    return fold(call, lambda things, flag: sorted(things, reverse=bool(flag)),
                [Sequence("list", items), reverse])  # fmt: skip


def _map(call: Call) -> Value | None:
    function, sources = call.value(0, "function"), [a.value for a in call.positional[1:]]
    if function is None or not sources or call.open:
        return None
    columns = [items_of(call.interpreter, source) for source in sources]
    known = [column for column in columns if column is not None]
    if len(known) == len(columns):
        rows = zip(*known, strict=False)
        return Sequence("list", [_applied(call, function, row) for row in rows], call.place)
    row = [element_of(call.interpreter, source, call.place) for source in sources]
    return Stream(_applied(call, function, row), call.place, sources[0])


def _applied(call: Call, function: Value, values: Iterable[Value]) -> Value:
    arguments = [Argument(value, call.place) for value in values]
    return call.interpreter.invocation.apply(function, arguments, {}, call.place)


def _filter(call: Call) -> Value | None:
    function, source = call.value(0, "function"), call.value(1, "iterable")
    items = None if source is None else items_of(call.interpreter, source)
    if function is None or items is None:
        return None
    plain = isinstance(function, Const)
    truths = [truthiness(i if plain else _applied(call, function, [i])) for i in items]
    kept = [item for item, truth in zip(items, truths, strict=True) if truth]
    if None in truths:
        return Sequence("list", [], call.place, True)
    return Sequence("list", kept, call.place)


def _all(call: Call) -> Value | None:
    return _quantified(call, False)


def _any(call: Call) -> Value | None:
    return _quantified(call, True)


def _quantified(call: Call, decisive: bool) -> Value | None:
    source = call.value(0, "iterable")
    items = None if source is None else items_of(call.interpreter, source)
    if items is None:
        return None
    truths = [truthiness(item) for item in items]
    soft = any(isinstance(item, Const) and item.soft for item in items)
    if decisive in truths:
        return Const(decisive, call.place, soft)
    return Unknown(call.place) if None in truths else Const(not decisive, call.place, soft)


def _next(call: Call) -> Value | None:
    source = call.value(0, "iterator")
    if source is None:
        return None
    element = element_of(call.interpreter, source, call.place)
    return Unknown(call.place, "item") if isinstance(element, Const) else element


def _slice(call: Call) -> Value | None:
    bounds = [argument.value for argument in call.positional]
    if call.open or not 1 <= len(bounds) <= 3:
        return None
    if len(bounds) == 1:
        bounds.insert(0, Const(None))
    return Sequence("slice", [*bounds, *[Const(None)] * (3 - len(bounds))], call.place)


def _chain(call: Call) -> Value | None:
    return None if call.open else _chained(call, [a.value for a in call.positional])


def _chain_nested(call: Call) -> Value | None:
    nested = call.value(0, "iterable")
    sources = None if nested is None else items_of(call.interpreter, nested)
    return None if sources is None else _chained(call, sources)


def _chained(call: Call, sources: list[Value]) -> Value | None:
    columns = [items_of(call.interpreter, source) for source in sources]
    known = [column for column in columns if column is not None]
    if len(known) != len(columns):
        return None
    return Sequence("list", [item for column in known for item in column], call.place)


def _product(call: Call) -> Value | None:
    columns = [items_of(call.interpreter, argument.value) for argument in call.positional]
    known = [column for column in columns if column is not None]
    repeat = call.integer(None, "repeat", 1)
    if call.open or len(known) != len(columns) or repeat is None or not 1 <= repeat <= 8:
        return None
    size = 1
    for column in known * repeat:
        size *= len(column)
    if size > MAX_PRODUCT:
        return None
    rows = itertools.product(*known, repeat=repeat)
    return Sequence("list", [Sequence("tuple", list(row)) for row in rows], call.place)


def _pairwise(call: Call) -> Value | None:
    source = call.value(0, "iterable")
    items = None if source is None else items_of(call.interpreter, source)
    if items is None or len(items) > MAX_PAIRS:
        return None
    pairs = [Sequence("tuple", [left, right]) for left, right in itertools.pairwise(items)]
    return Sequence("list", list(pairs), call.place)


def _repeat(call: Call) -> Value | None:
    item = call.value(0, "object")
    times = call.integer(1, "times")
    if item is None:
        return None
    if times is not None and 0 <= times <= MAX_PRODUCT:
        return Sequence("list", [item] * times, call.place)
    return Stream(item, call.place)


def _cycle(call: Call) -> Value | None:
    source = call.value(0, "iterable")
    if source is None:
        return None
    return Stream(element_of(call.interpreter, source, call.place), call.place, source)


def _unending(call: Call) -> Value | None:
    return Stream(Unknown(call.place, "count"), call.place)


def _chained_element(value: Value) -> Value | None:
    """One item of a chain or product that could not be listed."""
    if not isinstance(value, Object) or value.call.open:
        return None
    run = value.call.interpreter
    if value.path == "itertools.chain" and value.call.positional:
        return join([element_of(run, argument.value) for argument in value.call.positional])
    if value.path == "itertools.product":
        row = [element_of(run, argument.value) for argument in value.call.positional]
        return Sequence("tuple", row, value.place)
    return None
