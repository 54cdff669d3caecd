"""How a script reads the output of its network when it computes a metric.

A class is the largest score, a yes is a score above a threshold, and right is what equals the
label: these few operations are looked at where they are given what a network has just given back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .kit import Kit
from .patches import Patches
from .rankings import among, among_several, are_marks, finds_itself, is_label, is_part
from .samples import rounded
from .scores import Scores
from .together import together
from .untraced import aside, can_be_read, is_aside, may_look

FUNCTIONS = {
    "argmax": "argmax",
    "max": "argmax",
    "argmin": "argmin",
    "min": "argmin",
    "round": "round",
    "gt": "threshold",
    "ge": "threshold",
    "__gt__": "threshold",
    "__ge__": "threshold",
    "topk": "ranked",
    "argsort": "ranked",
    "gather": "looked-up",
    "eq": "equal",
    "__eq__": "equal",
}
FIRST_STEPS = 5
"""Backward passes between which metrics of the training are looked at: later they cost too much."""
MOST_KEYS = 32
LOOKS = 4
"""At one place; it reads the same way every time."""
MOST_MISSES = 2_000
"""Operations that had nothing to do with an output, after which nobody looks any more."""
MOST_NUMBERS = 1_000_000
"""Of the outputs that are kept up to the next training step."""
MOST_PASSES = 200
MOST_CLASSES = 64
"""Of which it is counted how often each is given for each label."""


@dataclass
class _Reading:
    """One operation at one place."""

    fields: dict[str, Any]
    looks: int = 0
    numbers: list[Any] = field(default_factory=list)
    """How many values were looked at, and how many of them would be read otherwise."""
    passes: list[list[Any]] = field(default_factory=list)
    last_pass: int | None = None
    table: Any = None
    """How often each class was given for each label, in the last pass."""


@dataclass
class _Output:
    values: Any
    given: Any
    padding: int | None
    """The index of padding among the tokens that the network was given."""
    for_training: bool = False


class Readings:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._patches = Patches()
        self._scores = Scores(kit)
        self._look = kit.guard(self._looked)
        self._found: dict[tuple[Any, ...], _Reading] = {}
        self._outputs: list[_Output] = []
        self._kept = 0
        self._steps = 0
        self._misses = 0
        self._pass = 0
        self._ranked: tuple[Any, Any] | None = None
        """Scores, and the places of those that were found to be the first."""
        self._own: Any = None
        """The nearest of each example of a table, where each is nearest to itself."""
        self._chosen_at: Any = None
        """The line that looked last for the largest, the nearest or the first ones."""
        self._stopped = False
        self._over = False
        """Whether a backward pass came after the last call."""

    def called(self, network: Any, given: Any, made: Any) -> None:
        """A network that is trained gave something back."""
        if self._over:
            self._forget()
        if not made.requires_grad and made.is_floating_point():
            self._scores.evaluated(made, self._pass)
        too_late = made.requires_grad and self._steps > FIRST_STEPS
        if self._stopped or too_late or not made.is_floating_point():
            return
        if self._kept + made.numel() > MOST_NUMBERS:
            self._forget()
        if made.numel() <= MOST_NUMBERS:
            self._kept += made.numel()
            values, tokens = made.detach(), given.detach()
            padding = _padding(network)
            self._outputs.append(_Output(values, tokens, padding, made.requires_grad))
            self._install()

    def differentiated(self) -> None:
        self._steps += 1
        self._over = True
        if self._steps > FIRST_STEPS:
            self._forget()

    def stop(self) -> None:
        self._stopped = True
        self._patches.undo()
        self._outputs.clear()
        self._ranked = self._own = None

    def finish(self) -> None:
        self.stop()
        for reading in self._found.values():
            self._tell(reading)
        # What is still under way to the rows has to arrive first.
        self._kit.mail.send(None, lambda _: self._scores.finish())

    def _forget(self) -> None:
        if self._over:
            self._pass += 1
        self._outputs.clear()
        self._ranked = self._own = None
        self._kept, self._over = 0, False

    def _install(self) -> None:
        """For good: a function is looked up before the network that it is given is called."""
        if self._patches:
            return
        torch = self._kit.torch
        for name in FUNCTIONS:
            self._patches.replace(torch.Tensor, name, self._watched(name))
            if not name.startswith("_"):
                self._patches.around(torch, name, self._watched(name))

    def _watched(self, name: str) -> Any:
        def wrapping(plain: Any) -> Any:
            def watched(*arguments: Any, **options: Any) -> Any:
                result = plain(*arguments, **options)
                if self._outputs and not is_aside():
                    self._look(name, arguments, options, result)
                return result

            return watched

        return wrapping

    def _looked(self, name: str, arguments: Any, options: Any, result: Any) -> None:
        torch = self._kit.torch
        if not may_look(torch) or (name == "gather" and self._ranked is None):
            return
        tensor = arguments[0] if arguments else options.get("input")
        other = arguments[1] if len(arguments) > 1 else options.get("other", options.get("dim"))
        with aside(torch):
            known = self._read(FUNCTIONS[name], tensor, other, result)
        self._misses += not known
        if self._misses > MOST_MISSES:
            self.stop()

    def _read(self, function: str, tensor: Any, other: Any, result: Any) -> bool:
        if not can_be_read(self._kit.torch, tensor):
            return False
        if function == "equal":
            return self._found_first(tensor, other) or self._compared(tensor, other, result)
        if function == "ranked":
            return self._ranks(tensor, self._places_in(result))
        if function == "looked-up":
            return self._looked_up(tensor, result)
        if function in ("argmax", "argmin") and self._is_own_nearest(tensor, other, result):
            return True
        if not tensor.is_floating_point() or not self._is_output(tensor):
            return False
        if function in ("argmax", "argmin"):
            return self._chose_class(function, tensor, other, result)
        threshold = 0.5 if function == "round" else _number(other)
        if threshold is None:
            return False
        reading = self._reading(function, threshold=threshold, shape=_shape(tensor))
        if reading is not None:
            otherwise = (tensor > 0) != ((tensor.round() == 1) if function == "round" else result)
            reading.numbers.append((otherwise.sum(), tensor.numel()))
        return True

    def _ranks(self, scores: Any, places: Any) -> bool:
        """Rows of scores, such as those of all candidates for a question."""
        is_table = scores.dim() == 2 and scores.is_floating_point() and places.dim() == 2
        if not is_table or scores.shape[0] != places.shape[0] or scores.numel() > MOST_NUMBERS:
            return False
        self._ranked = (scores.detach(), places)
        self._chosen_at = self._kit.observer.places.caller()
        return True

    def _places_in(self, result: Any) -> Any:
        """Of `argsort` and `argmin` itself; `topk` and `min` give the values as well."""
        return result if self._kit.torch.is_tensor(result) else result.indices

    def _found_first(self, first: Any, second: Any) -> bool:
        """The first of a ranking are compared with the right ones, in an evaluation."""
        if self._ranked is None or self._outputs[-1].for_training:
            return False
        scores, places = self._ranked
        for chosen, label in ((first, second), (second, first)):
            if is_part(self._kit.torch, chosen, places) and is_label(label, scores):
                reading = self._reading(
                    "ranked", limit=None, threshold=int(chosen.shape[1]), shape=_shape(scores)
                )
                if reading is not None:
                    self._add_to_pass(reading, among(scores, chosen, label.reshape(-1, 1)))
                return True
        return False

    def _looked_up(self, marks: Any, result: Any) -> bool:
        """The marks of the right ones, of which a row may have several, at a ranking's first."""
        if self._ranked is None or self._outputs[-1].for_training:
            return False
        scores, places = self._ranked
        if result.dim() != 2 or not are_marks(marks, scores):
            return False
        count = int(result.shape[1])
        if count > places.shape[1] or not self._kit.torch.equal(
            marks.gather(1, places[:, :count]), result
        ):
            return False
        reading = self._reading(
            "ranked", limit=None, at=self._chosen_at, threshold=count, shape=_shape(scores)
        )
        if reading is not None:
            self._add_to_pass(reading, among_several(scores, result, marks))
        return True

    def _is_own_nearest(self, table: Any, axis: Any, result: Any) -> bool:
        """Every example of an evaluation is looked for among all of them, itself included."""
        output = self._outputs[-1]
        rows = sum(int(one.values.shape[0]) for one in self._outputs if one.values.dim() == 2)
        known = (rows, int(output.values.shape[0]) if output.values.dim() == 2 else 0)
        places = self._places_in(result)
        if output.for_training or not isinstance(axis, int) or len(table) not in known:
            return False
        if finds_itself(self._kit.torch, table, places):
            self._own = places
            self._chosen_at = self._kit.observer.places.caller()
            return True
        return False

    def _chose_class(self, function: str, tensor: Any, axis: Any, result: Any) -> bool:
        if self._kit.torch.is_tensor(result) and result.dim() == 0 and axis is None:
            is_value = result.is_floating_point()  # the end of all values, as `max` gives it
        else:
            is_value = not isinstance(axis, int)
        if is_value:
            return False
        at = None if axis is None else axis % tensor.dim()
        self._reading(function, axis=at, shape=_shape(tensor))
        self._chosen_at = self._kit.observer.places.caller()
        return True

    def _compared(self, tensor: Any, other: Any, result: Any) -> bool:
        torch = self._kit.torch
        if not can_be_read(torch, other) or tensor.shape != other.shape or tensor.numel() < 2:
            return False
        if any(one.is_floating_point() and self._is_output(one) for one in (tensor, other)):
            reading = self._reading("equal", shape=_shape(tensor))
            if reading is not None:
                reading.numbers.append((result.sum(), result.numel()))
            return True
        return (
            self._is_value_of_largest(tensor, other, result)
            or self._found_itself(tensor, other, result)
            or self._counted(tensor, other, result)
        )

    def _is_value_of_largest(self, first: Any, second: Any, result: Any) -> bool:
        """The largest score itself is compared with labels, instead of its place."""
        for one, label in ((first, second), (second, first)):
            if one.is_floating_point() and not label.is_floating_point() and self._is_largest(one):
                reading = self._reading("largest-score", at=self._chosen_at, shape=_shape(one))
                if reading is not None:
                    reading.numbers.append((result.sum(), result.numel()))
                return True
        return False

    def _is_largest(self, tensor: Any) -> bool:
        """Of the last output, or of the probabilities that it stands for."""
        values = self._outputs[-1].values
        for axis in {1, values.dim() - 1} if values.dim() > 1 else ():
            if values.shape[axis] > 1 and values.numel() == tensor.numel() * values.shape[axis]:
                for one in (values, values.softmax(axis)):
                    largest = one.amax(axis).reshape(-1).to(tensor.device, tensor.dtype)
                    if self._kit.torch.equal(largest, tensor.detach().reshape(-1)):
                        return True
        return False

    def _found_itself(self, first: Any, second: Any, result: Any) -> bool:
        """Labels are compared with those of the nearest, and each is nearest to itself."""
        own = self._own
        whole = not first.is_floating_point() and not second.is_floating_point()
        if own is None or not whole or result.numel() != own.numel():
            return False
        kinds = first.unique().numel()
        if not bool(result.all()) or not 1 < kinds < result.numel():
            return False  # one label for all, or for each its own: nothing else can be found
        reading = self._reading("own-nearest", at=self._chosen_at, shape=_shape(first))
        if reading is not None:
            reading.numbers.append((result.sum(), result.numel()))
        return True

    def _counted(self, first: Any, second: Any, result: Any) -> bool:
        """Classes that are compared with labels, in an evaluation."""
        output = self._outputs[-1]
        if first.is_floating_point() or output.for_training or result.numel() < 2:
            return False
        labels = self._labels_of(first, second)
        if labels is None:
            return False
        reading = self._reading("correct", limit=None, shape=_shape(first))
        if reading is not None:
            at_padding = _at_padding(output, labels, result)
            self._add_to_table(reading, second if labels is first else first, labels)
            self._add_to_pass(reading, [result.sum(), result.numel(), *at_padding])
        return True

    def _labels_of(self, first: Any, second: Any) -> Any:
        """Of the two, where the other are the classes with the largest scores; else None."""
        values = self._outputs[-1].values
        for axis in {1, values.dim() - 1} if values.dim() > 1 else ():
            largest = values.argmax(axis).reshape(-1)
            for one, label in ((first, second), (second, first)):
                if one.numel() == largest.numel() and bool((one.reshape(-1) == largest).all()):
                    return label
        return None

    def _add_to_table(self, reading: _Reading, classes: Any, labels: Any) -> None:
        pairs = (classes.reshape(-1).long(), labels.reshape(-1).to(classes.device).long())
        if any(int(one.min()) < 0 or int(one.max()) >= MOST_CLASSES for one in pairs):
            return
        codes = pairs[0] * MOST_CLASSES + pairs[1]
        counts = self._kit.torch.bincount(codes, minlength=MOST_CLASSES**2)
        is_new = reading.table is None or reading.last_pass != self._pass
        reading.table = counts if is_new else reading.table + counts

    def _add_to_pass(self, reading: _Reading, numbers: list[Any]) -> None:
        if len(reading.passes) >= MOST_PASSES:
            return
        if reading.last_pass != self._pass:
            reading.last_pass = self._pass
            reading.passes.append(numbers)
        else:
            last = reading.passes[-1]
            reading.passes[-1] = [one + more for one, more in zip(last, numbers)]

    def _is_output(self, tensor: Any) -> bool:
        """Whether the values are those of the last output, or of all since the last step."""
        torch = self._kit.torch
        last = self._outputs[-1].values
        if tensor.numel() == last.numel():
            same = tensor.detach().reshape(-1)
            return bool(torch.equal(same, last.reshape(-1).to(same.device, same.dtype)))
        if len(self._outputs) < 2 or tensor.numel() != self._kept:
            return False
        whole = torch.cat([one.values.reshape(-1).to(tensor.device) for one in self._outputs])
        return bool(torch.equal(tensor.detach().reshape(-1), whole.to(tensor.dtype)))

    def _reading(
        self, function: str, *, limit: int | None = LOOKS, at: Any = None, **fields: Any
    ) -> _Reading | None:
        """None where enough is known; `at`: the line that did it, where it was seen before."""
        place = at or self._kit.observer.places.caller()
        if place is None:
            return None
        key = (function, *place.values(), fields.get("threshold"), fields.get("axis"))
        reading = self._found.get(key)
        if reading is None:
            if len(self._found) >= MOST_KEYS:
                return None
            output = _shape(self._outputs[-1].values)
            fields = {"function": function, "place": place, "output_shape": output, **fields}
            reading = self._found[key] = _Reading(fields)
        reading.looks += 1
        return reading if limit is None or reading.looks <= limit else None

    def _tell(self, reading: _Reading) -> None:
        fields = dict(reading.fields)
        if reading.table is not None:
            fields["renumbered"] = _renumbered(reading.table.tolist())
        counts = [count for count, _ in reading.numbers]
        whole = sum(of for _, of in reading.numbers)
        rows = reading.passes
        scalars = [*counts, *(row[at] for row in rows for at in (0, 2, 3) if len(row) > at)]

        def read(numbers: list[float]) -> None:
            if whole:
                fields["share"] = rounded(sum(numbers[: len(counts)]) / whole)
            rest = iter(numbers[len(counts) :])
            made = [[next(rest), row[1], *(next(rest) for _ in row[2:])] for row in rows]
            self._kit.observer.record("reading", **fields, passes=made or None)

        with aside(self._kit.torch):
            self._kit.mail.send(together(self._kit.torch, scalars), read)


def _renumbered(table: list[int]) -> float | None:
    """The share that is right where each class stands for the label it was mostly given for.

    None where two classes would stand for the same one.
    """
    rows = [table[at : at + MOST_CLASSES] for at in range(0, len(table), MOST_CLASSES)]
    given = [row for row in rows if any(row)]
    labels = [row.index(max(row)) for row in given]
    if len(set(labels)) < len(labels):
        return None
    return rounded(sum(map(max, given)) / sum(table))


def _padding(network: Any) -> int | None:
    """The index of padding, of the first table of tokens that has one."""
    for part in network.modules():
        index = getattr(part, "padding_idx", None)
        if isinstance(index, int):
            return index
    return None


def _at_padding(output: _Output, labels: Any, result: Any) -> list[Any]:
    """How many of the compared positions are padding, and how many of them count as right.

    Nothing where the padding has no label of its own.
    """
    padded = _padded(output.given, output.padding)
    if padded is None or padded.numel() != labels.numel():
        return []
    padded = padded.reshape(-1).to(labels.device)
    label = labels.reshape(-1)
    inside = label[padded]
    if inside.numel() == 0 or not bool((inside == inside[0]).all()):
        return []
    if bool((label[~padded] == inside[0]).any()):
        return []
    return [result.reshape(-1)[padded].sum(), padded.sum()]


def _padded(given: Any, index: int | None) -> Any:
    """Where a batch of sequences is padded: at the end of its rows; None where it is not."""
    if given.is_floating_point():
        found = (given == 0).all(-1) if given.dim() == 3 else None
    elif given.dim() == 2:
        found = given == (given[:, -1].mode().values if index is None else index)
    else:
        found = None
    if found is None or found.shape[1] < 2 or not bool(found.any()):
        return None
    inside = found[:, :-1] & ~found[:, 1:]
    return found if index is not None or not bool(inside.any()) else None


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float(value)
    single = getattr(value, "numel", None)
    return float(value) if single is not None and value.numel() == 1 else None


def _shape(tensor: Any) -> list[int]:
    return [int(size) for size in tensor.shape]
