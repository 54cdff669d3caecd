"""Pictures that are mirrored or turned at random, while their targets stay as they were."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Severity
from seismograd.traces.events import Data, Mirrored
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom, SymptomDetector

FEWEST = 4
"""Examples that came mirrored."""
SHARE = 0.35
"""Of the examples that came again: some targets are their own mirror."""
FOLLOWED = 0.25
"""Of them, the most that came mirrored with another target, as they should."""
SIDED = 0.1
"""Of the variance of a target, from where on it tells the sides apart."""
HINT = "perhaps-mirrored-inputs"
HOW = {"width": "mirrored from left to right", "height": "mirrored from top to bottom"}
WHAT = {
    "numbers": "target of several numbers",
    "number": "target of one number",
    "picture": "target picture",
}


class MirroredInputs(SymptomDetector):
    """The input is mirrored, its target is not.

    ## When it is reported
    Examples are known again by their target: a mask, or measured numbers that no other example has.
    {FEWEST} pictures or more, and {SHARE:.0%} of those that came again, are mirrored or turned and
    have the target of before, while at most a quarter as many come mirrored with another target. A
    mask is known in the mirror, too: its picture counts where it is not mirrored the same way. It
    is a hint only (`perhaps-mirrored-inputs`) where the target is a single number or a picture
    itself, and where no data that is not mirrored shows that numbers tell the sides apart: the part
    of a picture that changes sign in the mirror foretells {SIDED:.0%} of their variance or more. Of
    a single number that does not, nothing is said. Class labels are left out.

    ## Why is this bad?
    A point on the left is on the right in the mirror. Where coordinates, boxes, masks or a steering
    angle stay as they were, up to half of the training pairs are wrong, and the network learns the
    mean of both answers.

    ## How to fix
    - Change the target along: `x = width - 1 - x` for pixels, `1 - x` for shares of the width, the
      same flip for a mask, the other sign for an angle. Swap points that have a side, such as the
      left and the right eye.
    - Draw once for the picture and its mask: each call of a random transform draws anew.
    - Use transforms that take both, such as `torchvision.transforms.v2` or Albumentations.
    - Nothing, where the target is the same in the mirror: an age, a count, parameters of a
      simulation without a direction.
    """

    name = "mirrored-inputs"
    names = ("mirrored-inputs", HINT)

    def find(self, history: RunHistory) -> Iterator[Symptom]:
        for data in history.data.values():
            found = data.mirrored
            name = None if found is None else _name(found, _sides(history, data))
            if found is not None and name is not None:
                yield self._told(name, found, history, data)
                return

    def _told(self, name: str, found: Mirrored, history: RunHistory, data: Data) -> Symptom:
        loader = history.loaders.get(data.loader) if data.loader is not None else None
        return self.symptom(
            _message(found),
            name=name,
            severity=Severity.INFO if name == HINT else None,
            place=loader.built if loader is not None else None,
            turned=float(found.turned or 0),
            again=float(found.again or 0),
        )


def _message(found: Mirrored) -> str:
    how = HOW.get(found.turn or "", "turned")
    if found.target == "mask":
        which = f"Of {found.again} pictures whose mask came again"
        return f"{which}, {found.turned} were {how} otherwise than it."
    what = WHAT.get(found.target or "", "target")
    which = f"Of {found.again} pictures that came again with the same {what}"
    return f"{which}, {found.turned} came {how}."


def _name(found: Mirrored, sides: float | None) -> str | None:
    """What is said of them, if anything."""
    turned, again, followed = found.turned or 0, found.again or 0, found.followed or 0
    if turned < FEWEST or turned < SHARE * again or followed > FOLLOWED * turned:
        return None
    are_sided = sides is not None and sides >= SIDED
    if found.target == "mask" or (found.target == "numbers" and are_sided):
        return "mirrored-inputs"
    return HINT if found.target != "number" or sides is None or are_sided else None


def _sides(history: RunHistory, data: Data) -> float | None:
    """How far data of the same form that is not mirrored tells the sides apart."""
    turn = data.mirrored.turn if data.mirrored is not None else None
    shares = [
        share
        for other in history.data.values()
        if other.mirrored is None and _form(other) == _form(data)
        for axis, share in other.sided.items()
        if turn not in HOW or axis == turn
    ]
    return max(shares, default=None)


def _form(data: Data) -> tuple[object, ...]:
    """The sizes of an example."""
    return tuple(tuple(part.shape[1:]) for part in (*data.inputs, *data.targets) if part.shape)
