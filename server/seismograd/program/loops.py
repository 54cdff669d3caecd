"""What loops go over, and how often."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.settings import Setting
from seismograd.source.evaluate.calls import Loop
from seismograd.source.evaluate.values import Object, Value

_COUNTERS = frozenset({"builtins.range", "tqdm.trange", "tqdm.auto.trange"})
_WRAPPERS = frozenset(
    {"builtins.enumerate", "builtins.iter", "builtins.zip", "tqdm.auto.tqdm", "tqdm.tqdm",
     "tqdm.notebook.tqdm", "itertools.islice", "itertools.cycle", "builtins.list",
     "rich.progress.track"}
)  # fmt: skip


def loops_outwards(loop: Loop | None) -> Iterator[Loop]:
    while loop is not None:
        yield loop
        loop = loop.outer


def epochs_of(loop: Loop | None) -> Setting | None:
    """How often the training data is gone through: the outermost counted loop."""
    for current in reversed(list(loops_outwards(loop))):
        counter = unwrapped(current.iterable)
        if isinstance(counter, Object) and counter.path in _COUNTERS and counter.call.positional:
            stop = counter.call.positional[min(1, len(counter.call.positional) - 1)]
            return Setting("epochs", stop.value, stop.place)
    return None


def unwrapped(value: Value | None) -> Value | None:
    """What a loop goes over, counters and progress bars looked through."""
    while isinstance(value, Object) and value.path in _WRAPPERS:
        value = value.call.value(0, "iterable")
    return value
