"""Losses and distributions that refuse what a network gives them: no function bounds it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import related, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.origins import Origins
from seismograd.traces.events import TensorFacts

SHARE = "a sigmoid"
POSITIVE = "`F.softplus`, or an exponential"


def _of_loss(failure: Failure, match: re.Match[str]) -> Crash | None:
    """Binary cross-entropy: shares are wanted, of the network or as labels."""
    if match.group(1).lower() == "target":
        return _answer(failure, "target", FaultType.CPP, 0.0, 1.0, "Scale the labels to 0 and 1.")
    advice = f"Put {SHARE} after the last layer, or use `BCEWithLogitsLoss`, which has one inside."
    return _answer(failure, "input", FaultType.AAL, 0.0, 1.0, advice)


def _of_variance(failure: Failure, match: re.Match[str]) -> Crash | None:
    return _answer(failure, "var", FaultType.AAL, 0.0, None, _function(POSITIVE))


def _of_distribution(failure: Failure, match: re.Match[str]) -> Crash | None:
    """The constraint says what is wanted; NaN is wanted by none, and has other reasons."""
    name, constraint = match.group(1), match.group(2).lower()
    if "greaterthan" in constraint or "nonnegative" in constraint or "positive" in constraint:
        return _answer(failure, name, FaultType.AAL, 0.0, None, _function(POSITIVE))
    if "interval" in constraint or "simplex" in constraint:
        return _answer(failure, name, FaultType.AAL, 0.0, 1.0, _function(f"{SHARE} or a softmax"))
    return None


def _function(name: str) -> str:
    return f"Put {name} after the layer that makes it."


def _answer(
    failure: Failure,
    name: str,
    fault_type: FaultType,
    low: float,
    high: float | None,
    advice: str,
) -> Crash | None:
    wrong = next((one for one in _named(failure, name) if _is_outside(one, low, high)), None)
    if wrong is None or failure.last is None:
        return None
    origin = Origins(failure, with_writes=True).of_tensor(wrong)
    place = origin.place if origin else place_of(failure.last)
    wanted = f"from {low:g} to {high:g}" if high is not None else f"above {low:g}"
    return Crash(
        "output-domain",
        place,
        fault_type,
        f"`{name}` goes from {wrong.min:.3g} to {wrong.max:.3g}, and has to be {wanted}.",
        0.85,
        (FaultType.LCH, FaultType.ACH) if fault_type is FaultType.AAL else (FaultType.LCH,),
        advice,
        tensors_at(failure),
        without(related((place_of(failure.last), "It is used here.")), place),
    )


def _named(failure: Failure, name: str) -> Iterator[TensorFacts]:
    """In the innermost frames first."""
    for frame in (*reversed(failure.below), *reversed(failure.project)):
        yield from (one for one in frame.tensors if one.name == name)


def _is_outside(tensor: TensorFacts, low: float, high: float | None) -> bool:
    if tensor.min is None or tensor.max is None or tensor.nan:
        return False
    return tensor.min < low or (high is not None and tensor.max > high)


FAMILIES = (
    family(r"all elements of (input|target) should be between 0 and 1", _of_loss),
    family(r"var has negative entr", _of_variance),
    family(
        r"Expected parameter (\w+) .{0,400}satisfy the constraint (\w+.{0,60})", _of_distribution
    ),
)
