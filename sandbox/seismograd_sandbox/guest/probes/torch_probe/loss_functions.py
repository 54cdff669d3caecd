"""Loss functions: those of the framework wherever they are called from, and the user's own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from ..graph_nodes import nodes_before
from ..output_functions import made_by, out_of_reach
from .compared_pairs import ComparedPairs
from .kit import Kit
from .loss_facts import (
    adds_terms,
    are_swapped,
    compares_answers,
    is_label_each,
    raises_answers,
    row_numbers,
    takes_logarithms,
)
from .loss_lines import line_of_loss
from .loss_penalty import LossPenalty
from .maximised_loss import MaximisedLoss
from .mixed_scores import MixedScores
from .pair_losses import PairLosses
from .samples import rounded
from .together import together
from .untraced import aside, can_be_read, may_look
from .written_losses import NAME as WRITTEN
from .written_losses import written_loss

NAMES = ("cross_entropy", "binary_cross_entropy", "binary_cross_entropy_with_logits", "kl_div")
LABELLED = frozenset({"cross_entropy", "nll_loss"})
"""They are given classes: one index for each row of scores, or a share for each score."""
MAX_MET = 1_000
MOST_NODES = 12
"""Of a graph, from the loss on: penalties and weights are added there."""
Key = tuple[Any, ...]


class LossFunctions:
    """Describes each once, and hands on every loss that is computed."""

    def __init__(self, kit: Kit, computed: Callable[[Any], None]) -> None:
        self._kit = kit
        self._computed = computed
        self._met: set[Key] = set()
        self._spots: set[Key] = set()
        """Calls that were looked at: a key that is cheap in every step, unlike a line number."""
        self.given: list[Callable[[Any, Any], None]] = []
        """Hear of what a loss function was called with."""
        self.answers: tuple[int, ...] | None = None
        """The shape of what an outermost network gave last."""
        self.examples: int | None = None
        """How many it was given."""
        self.inputs: tuple[Any, ...] = ()
        """The tensors that a network was given which is about to be differentiated."""
        self.own: Any = None
        """A module of the script's that compared an answer with a target last, in this order."""
        self.adds_terms: bool | None = None
        """Whether the first loss that was differentiated is a sum of several."""
        self.penalty = LossPenalty(kit)
        self._maximised = MaximisedLoss(kit)
        self._pairs = PairLosses(kit)
        self.compared_pairs = ComparedPairs(kit)
        self.mixed_scores = MixedScores(kit)
        self._inside = False
        self._since_backward = 0
        self._by_module = False

    def begin(self) -> None:
        functional = self._kit.torch.nn.functional
        note = self._kit.guard(self._note)
        for name in dir(functional):
            if name in NAMES or (name.endswith("_loss") and not name.startswith("_")):
                self._wrap(functional, name, note)
        self.compared_pairs.begin()

    def _wrap(self, functional: Any, name: str, note: Callable[..., Any]) -> None:
        def make(plain: Any) -> Any:
            def loss(*arguments: Any, **options: Any) -> Any:
                outer, self._inside = self._inside, True
                try:
                    result = plain(*arguments, **options)
                finally:
                    self._inside = outer
                if not outer and not self._kit.retired:
                    note(name, arguments, options, result)
                return result

            return loss

        if callable(getattr(functional, name)):
            self._kit.patches.around(functional, name, make)

    def meet_module(self, module: Any, inputs: Any, output: Any) -> None:
        """A module that gave a single number and has no parameters, not one of the framework's."""
        place = self._kit.observer.places.caller()
        name = type(module).__name__
        if not type(module).__module__.startswith("torch.nn."):
            self._by_module = True
            self._since_backward += 1
            self._computed(output)
            self.own = module if _compares(self._kit.torch, inputs) else None
            self._hand_on(inputs, {})
            key = (name, *_key(place))
            parts, more = ((), {}) if key in self._met else self._written(output)
            self._meet(key, name, module, place, parts or inputs[:2], more)

    def differentiated(self, root: Any) -> None:
        """Meet what no loss function has been seen to compute: a formula of the user's."""
        if self.adds_terms is None and root.grad_fn is not None:
            self.adds_terms = adds_terms(root.grad_fn)
        if self._maximised.is_open:
            self._maximised.differentiated(root)
        if self.compared_pairs.is_open:
            self.compared_pairs.differentiated(root)
        self._look_for_formula(root)
        self.inputs = ()

    def _look_for_formula(self, root: Any) -> None:
        seen, self._since_backward = self._since_backward, 0
        by_module, self._by_module = self._by_module, False
        if seen and not by_module:
            return
        frame = self._frame()
        spot = _spot("backward", frame)
        if by_module:
            self._passed(spot)  # in steps that are not sampled its module is not seen
        elif spot not in self._spots and root.grad_fn is not None:
            self._passed(spot)
            place = self._place(frame)
            reduced = _reduced(root.grad_fn)
            facts: dict[str, Any] = {"answers": self.answers, "reduced": reduced}
            if raises_answers(root.grad_fn, self.answers):
                facts["made_by"] = "exp"
            kind = type(root.grad_fn).__name__
            parts, more = self._written(root)
            key = ("backward", *_key(place))
            if more and place is not None and frame is not None:
                place["line"] = line_of_loss(frame)
            self._meet(key, kind, None, place, parts, {**facts, **more})

    def _written(self, root: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What a cross-entropy of the script's own is given, and facts; nothing of all else."""
        torch = self._kit.torch
        if not may_look(torch):
            return (), {}
        with aside(torch):
            found = written_loss(root.grad_fn, self.inputs)
        if found is None or not (found.target is None or can_be_read(torch, found.target)):
            return (), {}
        facts = {"function": WRITTEN, "made_by": found.made_by or None}
        told = found.target if found.given is None else found.given
        return (found.given, found.target), {**facts, "input_shape": tuple(told.shape)}

    def _note(self, name: str, arguments: Any, options: Any, result: Any) -> None:
        torch = self._kit.torch
        if not isinstance(result, torch.Tensor) or not may_look(torch) or not self._kit.is_ours:
            return
        self._since_backward += 1
        self._hand_on(arguments, options)
        if result.dim() == 0:
            self._computed(result)
        frame = self._frame()
        if self.penalty.is_open:
            self.penalty.computed(result)
        if self._maximised.is_open:
            self._maximised.computed(result, self._place(frame))
        if self.compared_pairs.is_open and result.requires_grad:
            self.compared_pairs.given(name, arguments, options, self._place(frame))
        if name == "cross_entropy":
            self._look_for_pairs(arguments, options, frame)
        if self.mixed_scores.is_open:
            self._look_for_mixtures(name, arguments, options)
        spot = _spot(name, frame)
        if frame is None or spot in self._spots:
            return
        self._passed(spot)
        module, place = self._module(frame), self._place(frame)
        named = [options[part] for part in ("input", "target") if part in options]
        kind = name if module is None else type(module).__name__
        parts = (*arguments, *named)[:2]
        more = self._facts(name, parts, options)
        more["log_input"] = takes_logarithms(name, arguments, options)
        self._meet((name, *_key(place)), kind, module, place, parts, more)

    def _look_for_pairs(self, arguments: Any, options: Any, frame: FrameType | None) -> None:
        parts = self._compared(arguments, options)
        if parts is not None:
            self._pairs.computed(*parts, self._place(frame))

    def _look_for_mixtures(self, name: str, arguments: Any, options: Any) -> None:
        parts = self._compared(arguments, options)
        if parts is not None:
            self.mixed_scores.computed(name, *parts)

    def _compared(self, arguments: Any, options: Any) -> tuple[Any, Any] | None:
        named = [options[part] for part in ("input", "target") if part in options]
        parts = (*arguments, *named)[:2]
        is_pair = len(parts) == 2 and all(can_be_read(self._kit.torch, part) for part in parts)
        return (parts[0], parts[1]) if is_pair else None

    def _facts(self, name: str, parts: Any, options: Any) -> dict[str, Any]:
        torch = self._kit.torch
        if len(parts) < 2 or not all(can_be_read(torch, part) for part in parts):
            return {}
        given, target = parts
        facts: dict[str, Any] = {"function": name, "made_by": made_by(given)}
        if are_swapped(given, target):
            facts["swapped"] = True
        if name not in LABELLED or target.is_floating_point():
            return facts
        facts["label_each"] = is_label_each(target, self.examples)
        return {**facts, "ignore_index": options.get("ignore_index")}

    def _hand_on(self, arguments: Any, options: Any) -> None:
        for listener in self.given:
            listener(arguments, options)

    def _passed(self, spot: Key) -> None:
        if len(self._spots) >= MAX_MET:
            self._spots.clear()
        self._spots.add(spot)

    def _frame(self) -> FrameType | None:
        """The innermost of the project."""
        frame: FrameType | None = sys._getframe(2)
        places = self._kit.observer.places
        while frame is not None and places.in_project(frame.f_code.co_filename) is None:
            frame = frame.f_back
        return frame

    def _module(self, end: FrameType) -> Any:
        """The loss module that was passed on the way from the project to the function."""
        frame: FrameType | None = sys._getframe(2)
        module = None
        while frame is not None and frame is not end:
            if frame.f_code.co_name == "forward":
                owner = frame.f_locals.get("self")
                module = owner if _is_loss(self._kit.torch, owner) else module
            frame = frame.f_back
        return module

    def _place(self, frame: FrameType | None) -> dict[str, Any] | None:
        if frame is None:
            return None
        file = self._kit.observer.places.in_project(frame.f_code.co_filename)
        return {"file": file, "line": frame.f_lineno}

    def _meet(
        self, key: Key, kind: str, module: Any, place: Any, parts: Any, more: Any = None
    ) -> None:
        if key in self._met or len(self._met) >= MAX_MET:
            return
        self._met.add(key)
        torch = self._kit.torch
        tensors = [part if can_be_read(torch, part) else None for part in (*parts, None, None)][:2]
        fields = {
            "loss_function": self._kit.observer.new_id("loss_function"),
            "type": kind,
            "built": self._kit.births.place_of(module) if module is not None else None,
            "called": place,
            "input_shape": _shape(tensors[0]),
            "target_shape": _shape(tensors[1]),
            "target_dtype": _dtype(tensors[1]),
            **{
                name: _plain(value)
                for name, value in (more or {}).items()
                if value not in (None, ())
            },
        }
        with aside(torch):
            self._send(fields, tensors)

    def _send(self, fields: dict[str, Any], tensors: list[Any]) -> None:
        """With ranges, which may still have to come from a device."""
        torch = self._kit.torch
        names: list[str] = []
        ends: list[Any] = []
        for name, tensor in zip(("input_range", "target_range"), tensors):
            if tensor is not None and tensor.dtype is not torch.bool:
                names.append(name)
                ends.extend(torch.aminmax(tensor.detach()))
        count = len(ends)
        rest, more = self._label_numbers(fields, *tensors)
        ends += more

        def read(numbers: list[float]) -> None:
            for at, name in enumerate(names):
                fields[name] = [rounded(number) for number in numbers[2 * at : 2 * at + 2]]
            if len(numbers) > count:
                fields[rest] = [rounded(number) for number in numbers[count:]]
            self._kit.observer.record("loss_function", **fields)

        self._kit.mail.send(together(torch, ends), read)

    def _label_numbers(
        self, fields: dict[str, Any], given: Any, target: Any
    ) -> tuple[str, list[Any]]:
        """The name and the numbers of what there is to say about this kind of target.

        The share of classes that are left out, what the rows of class shares add up to, or the
        share of values that the output cannot have.
        """
        if target is None or "function" not in fields:
            return "", []
        if fields["function"] == WRITTEN:
            return "row_sums", row_numbers(self._kit.torch, target)
        if fields["function"] not in LABELLED:
            beyond = out_of_reach(fields.get("made_by"), target.detach())
            return "out_of_reach", [] if beyond is None else [beyond.float().mean()]
        if "ignore_index" in fields:
            return "ignored", [(target.detach() == fields["ignore_index"]).float().mean()]
        is_table = target.is_floating_point() and target.dim() > 1 and target.shape == given.shape
        return "row_sums", row_numbers(self._kit.torch, target) if is_table else []


def _reduced(node: Any) -> tuple[int, ...] | None:
    """The shape that a formula takes the mean or the sum of; not where it compares answers."""
    waiting = [node]
    for _ in range(MOST_NODES):
        node = waiting.pop(0) if waiting else None
        if node is None:
            return None
        sizes = getattr(node, "_saved_self_sym_sizes", None)
        if type(node).__name__ in ("MeanBackward0", "SumBackward0") and sizes is not None:
            shape = tuple(int(size) for size in sizes)
            return None if compares_answers(node, shape) else shape
        waiting += nodes_before(node)
    return None


def _is_loss(torch: Any, owner: Any) -> bool:
    return isinstance(owner, torch.nn.Module) and "Loss" in type(owner).__name__


def _spot(name: str, frame: FrameType | None) -> Key:
    """Where a call stands. Not by its code, whose hash is that of everything in it."""
    if frame is None:
        return (name,)
    code = frame.f_code
    return (name, code.co_filename, code.co_firstlineno, frame.f_lasti)


def _key(place: dict[str, Any] | None) -> Key:
    return tuple(place.values()) if place is not None else ()


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _shape(tensor: Any) -> list[int] | None:
    return [int(size) for size in tensor.shape] if tensor is not None else None


def _dtype(tensor: Any) -> str | None:
    return str(tensor.dtype).split(".")[-1] if tensor is not None else None


def _compares(torch: Any, inputs: Any) -> bool:
    """An answer, which has a graph, with a target, which has none."""
    are_tensors = len(inputs) == 2 and all(isinstance(one, torch.Tensor) for one in inputs)
    return are_tensors and [one.requires_grad for one in inputs] == [True, False]
