"""Callbacks that watch a metric: early stopping, checkpoints and plateau schedules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from seismograd.program.model import Fit
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Place, Sequence, Value

_MONITOR_AT = {"EarlyStopping": 0, "ModelCheckpoint": 1, "ReduceLROnPlateau": 0}
WATCHING = tuple(_MONITOR_AT)


class Watcher(NamedTuple):
    """A callback that watches a metric."""

    kind: str
    monitor: str
    place: Place
    call: Call


def watchers(value: Value | None) -> Iterator[Watcher]:
    """The callbacks of a list that watch a metric whose name is known."""
    for item in value.items if isinstance(value, Sequence) else [value]:
        if isinstance(item, Object):
            found = watcher(item.path, item.call)
            if found is not None:
                yield found


def watcher(path: str, call: Call) -> Watcher | None:
    """What a callback watches, where it is one that does."""
    kind = path.rpartition(".")[2]
    keras = path.startswith("keras.callbacks.")
    lightning = path.startswith("lightning.callbacks.")
    if kind not in _MONITOR_AT or not (keras or lightning):
        return None
    monitor = call.text(_MONITOR_AT[kind], "monitor", "val_loss" if keras else None)
    if monitor is None or _keeps_everything(kind, call, keras):
        return None
    return Watcher(kind, monitor, call.place, call)


def _keeps_everything(kind: str, call: Call, keras: bool) -> bool:
    """A Keras checkpoint looks at the metric only to keep the best."""
    only_best = call.flag(3, "save_best_only", False)
    return keras and kind == "ModelCheckpoint" and only_best is not True


def has_no_validation(fit: Fit) -> bool:
    """Whether a Keras `fit` certainly gets no validation data."""
    if fit.call.open or fit.framework != "keras":
        return False
    data, share = fit.settings.get("validation_data"), fit.settings.get("validation_split")
    without_data = data is None or data.is_none
    return without_data and (share is None or share.is_none or share.number == 0)


def validation_pair(fit: Fit) -> tuple[Value, Value] | None:
    """The inputs and labels of `validation_data`."""
    given = fit.settings.get("validation_data")
    value = None if given is None else given.value
    if isinstance(value, Sequence) and len(value.items) >= 2:
        return value.items[0], value.items[1]
    return None
