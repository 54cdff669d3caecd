"""Probes for Keras 3 on any backend and for tf.keras: `fit` and loops of one's own.

Nothing is added to a model and no callback to its list: functions of Keras are replaced while a
run is watched, and what they are given and give back passes through unchanged.
"""

from __future__ import annotations

from types import ModuleType

from ...observer import Observer
from .probe import KerasProbe


def attach(keras: ModuleType, observer: Observer) -> KerasProbe:
    probe = KerasProbe(keras, observer)
    probe.begin()
    return probe
