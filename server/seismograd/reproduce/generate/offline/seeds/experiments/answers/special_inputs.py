"""What the report calls special about an input that makes a NaN, in the place of ordinary ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.answers.isolated_nodes import (
    ISOLATED,
    cut_off,
    may_be_isolated,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import SEED
from seismograd.reproduce.report.values.overflows import Overflow, overflow_in

_FAMILY = "nan"
_MAKERS = ("torch.randn(", "torch.randint(", "torch.ones(")
_ZERO = re.compile(
    r"\b(?:all[- ])?(?:zeros?|empty|blank|black|silen(?:t|ce)|muted|dark|nothing|nought|quiet)\b",
    re.I,
)
_CONSTANT = re.compile(r"\b(?:constant|uniform|flat|std|variance|spread|single[- ]valued?)\b", re.I)
_IDENTICAL = re.compile(
    r"\b(?:identical|coincid\w+|duplicate[sd]?|same (?:point|vector|embedding|example|image)s?|"
    r"distance (?:of |is )?(?:0|zero)|zero distance|equal)\b",
    re.I,
)
_LARGE = re.compile(
    r"\b(?:large|big|extreme|overflow\w*|confident|huge|high|saturat\w+|half|fp16|float16)\b", re.I
)
_PERFECT = re.compile(
    r"\b(?:perfect\w*|one[- ]hot|exact(?:ly)?|confident|certain|"
    r"probability (?:of )?(?:0|1|one|zero)|all correct)\b",
    re.I,
)
_HIDDEN = re.compile(r"\b(?:mask\w*|pad(?:ding|ded)?|empty|ignor\w+)\b", re.I)
_PADDING = re.compile(r"\bpad(?:ding|ded|s)?\b|\bempty\b", re.I)
_HALF = re.compile(r"\b(?:half|fp16|float16|amp|mixed precision)\b", re.I)
_ALONE = re.compile(
    r"\b(?:single|one|1|lone) (?:\w+ )?(?:sample|example|row|element|frame|token|item|"
    r"image|point|step)\b|\bbatch(?:[ _]size)?(?: of| =|=| is)? ?(?:1|one)\b|"
    r"\blength (?:of )?(?:1|one)\b",
    re.I,
)
_MISSING_CLASS = re.compile(
    r"\b(?:class(?:es)?|label|categor\w+)\b.{0,40}\b(?:missing|absent|empty|never|"
    r"not (?:present|occur\w*)|no (?:examples|samples)|without)|"
    r"\b(?:missing|absent|empty|unused) (?:class|label)",
    re.I,
)
_SPECIAL = (_ZERO, _CONSTANT, _IDENTICAL, _LARGE, _PERFECT, _HIDDEN, _HALF, _ALONE, _MISSING_CLASS,
            ISOLATED)  # fmt: skip
_SHARES = re.compile(r"\w*(?:probs?|probabilit(?:y|ies)|shares?|attention(?:_weights)?|mixture)")
_LABELS = re.compile(r"(?:labels?|targets?|y|y_true|classes) = torch\.randint\(0, (?P<below>\w+), ")
_POSITIVE = re.compile(
    r"\w*(?:var(?:iances?)?|stds?|sigmas?|scales?|weights|counts?|distances?|lengths|temperatures?|"
    r"power|energy|amplitudes?|magnitudes?|sizes?)"
)


@dataclass(frozen=True, slots=True)
class _Trigger:
    """Lines that make an input special, unless its switch says that it is ordinary."""

    lines: tuple[str, ...] = ()
    switches: tuple[Constant, ...] = ()
    what: str = ""


@dataclass(frozen=True, slots=True)
class _Inputs:
    floats: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    masks: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    end: int = 0
    """How many statements there are up to the last that makes one."""

    @classmethod
    def of(cls, statements: Iterable[str]) -> _Inputs:
        made = [statement.partition(" = ") for statement in statements]
        names = {one[0] for one in made if one[2].startswith(_MAKERS)}
        ends = [i + 1 for i, one in enumerate(made) if one[0] in names and not _is_leaf(one[2])]
        return cls(
            tuple(name for name, _, value in made if value.startswith("torch.randn(")),
            tuple(name for name, _, value in made if value.startswith("torch.randint(")),
            tuple(name for name, _, value in made if _is_mask(value)),
            tuple(n for n, _, v in made if v.startswith("torch.ones(") and not _is_mask(v)),
            max(ends, default=0),
        )


def _is_mask(value: str) -> bool:
    return value.startswith("torch.ones(") and "bool" in value


def _is_leaf(value: str) -> bool:
    """Where gradients begin, an input has its last form."""
    return value.endswith(".requires_grad_()")


def make_inputs_special(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """After a run with ordinary inputs that was clean: it is the control."""
    seen = attempt.observation
    if case.fingerprint.symptom != _FAMILY or draft.seed != SEED or draft.switches:
        return
    if seen is None or not seen.is_clean:
        return
    inputs = _Inputs.of(draft.exercise)
    has_model = any(statement.startswith("model = ") for statement in draft.exercise)
    for trigger in _triggers(case, inputs, has_model=has_model):
        yield _triggered(draft, inputs, trigger)
    yield from _alone(case, draft)


def speaks_of_special(case: Case) -> bool:
    text = f"{case.report.title}\n{case.report.text}"
    return any(pattern.search(text) for pattern in _SPECIAL) or overflow_in(text) is not None


def in_range(statements: Iterable[str]) -> Iterator[str]:
    """Made-up numbers of the kind that a name says: shares that add up, sizes above nought."""
    for statement in statements:
        yield statement
        name, _, value = statement.partition(" = ")
        if value.startswith("torch.randn("):
            if _SHARES.fullmatch(name):
                yield f"{name} = {name}.softmax(-1)"
            elif _POSITIVE.fullmatch(name):
                yield f"{name} = {name}.abs() + 0.1"
        elif labels := _LABELS.match(statement):
            every = f"torch.arange({name}.numel()).view_as({name}) % {labels['below']}"
            yield f"{name} = {every}  # all classes occur"


def made_floats(statements: Iterable[str]) -> list[str]:
    """Names of tensors of ordinary numbers that statements make."""
    return list(_Inputs.of(statements).floats)


def _triggered(draft: Draft, inputs: _Inputs, trigger: _Trigger) -> Draft:
    at = inputs.end
    lines = "\n".join(trigger.lines)
    return draft.changed(
        exercise=(*draft.exercise[:at], lines, *draft.exercise[at:]),
        constants=(*draft.constants, *trigger.switches),
        idea=f"{draft.idea} This time{trigger.what}.",
        guessed=(),
    )


def _triggers(case: Case, inputs: _Inputs, *, has_model: bool = False) -> Iterator[_Trigger]:
    """Only what the report speaks of."""
    text = f"{case.report.title}\n{case.report.text}"
    told = overflow_in(text)
    if inputs.floats and told is not None:
        yield _of_told_size(inputs, told)
    if inputs.floats and _ZERO.search(text):
        yield from _spread(inputs, "0.0", "a blank example")
    if inputs.floats and _CONSTANT.search(text):
        yield from _spread(inputs, "1.0", "a constant example")
    if inputs.masks and _HIDDEN.search(text):
        yield from _hidden_row(inputs.masks[0])
    if inputs.links and may_be_isolated(case):
        yield _switched("ISOLATED", cut_off(inputs.links), "a node without neighbours")
    if inputs.wholes and _PADDING.search(text):
        pad = Maker(case).settings.value("pad_id") or "0"
        padded = [f"{tokens}[0] = {pad}" for tokens in inputs.wholes[:1]]
        yield _switched("PADDING_ONLY", padded, "one row of padding only")
    if inputs.floats and _PERFECT.search(text):
        yield from _perfect(inputs)
    if len(inputs.floats) > 1 and _IDENTICAL.search(text):
        first, second = inputs.floats[:2]
        yield _switched("IDENTICAL", [f"{second} = {first}.clone()"], "identical inputs")
    if inputs.wholes and _MISSING_CLASS.search(text):
        alike = [f"{y} = torch.zeros_like({y})" for y in inputs.wholes]
        yield _switched("ONE_CLASS_ONLY", alike, "examples of one class only")
    if inputs.floats and _LARGE.search(text):
        yield from _large(inputs)
    if inputs.floats and _HALF.search(text):
        halved = ["model = model.half()"] if has_model else []
        halved += [f"{x} = {x}.half()" for x in inputs.floats]
        yield _switched("HALF", halved, "half precision")


def _switched(name: str, lines: list[str], what: str) -> _Trigger:
    block = (f"if {name}:", *(f"    {line}" for line in lines))
    return _Trigger(block, (Constant(name, "True", "False"),), f" with {what}")


def _large(inputs: _Inputs) -> Iterator[_Trigger]:
    for size in ("100.0", "1000.0"):
        lines = tuple(f"{x} = {x} * SIZE_OF_INPUT" for x in inputs.floats)
        switch = Constant("SIZE_OF_INPUT", size, "1.0")
        yield _Trigger(lines, (switch,), f" with inputs {size.partition('.')[0]} times as large")


def _of_told_size(inputs: _Inputs, told: Overflow) -> _Trigger:
    lines = tuple(f"{x} = {x} / {x}.abs().max() * LARGEST" for x in inputs.floats)
    if told.is_difference and len(inputs.floats) > 1:
        first, second = inputs.floats[:2]
        lines = (f"{first} = {second} + LARGEST",)
    switch = Constant("LARGEST", f"{told.lost:g}", f"{told.kept:g}")
    return _Trigger(lines, (switch,), f" with {told.lost:g} for the largest")


def _spread(inputs: _Inputs, level: str, what: str) -> Iterator[_Trigger]:
    """One example of a batch, as it happens; then all of them."""
    shift = f" + {level}" if level != "0.0" else ""
    switch = (Constant("SPREAD", "0.0", "1.0"),)
    one = tuple(f"{x}[0] = {x}[0] * SPREAD{shift}" for x in inputs.floats)
    yield _Trigger(one, switch, f" with {what}")
    column = tuple(f"{x}[..., 0] = {x}[..., 0] * SPREAD{shift}" for x in inputs.floats)
    yield _Trigger(column, switch, f" with {what.removesuffix('example')}column")
    every = tuple(f"{x} = {x} * SPREAD{shift}" for x in inputs.floats)
    yield _Trigger(every, switch, f" with {what} and no others")


def _hidden_row(mask: str) -> Iterator[_Trigger]:
    for hidden, shown in (("False", "True"), ("True", "False")):
        lines = (f"{mask} = torch.full_like({mask}, {shown})", f"{mask}[0] = KEPT")
        switch = Constant("KEPT", hidden, shown)
        yield _Trigger(lines, (switch,), " with one row masked altogether")
    for hidden, shown in (("False", "True"), ("True", "False")):
        line = f"{mask} = torch.full_like({mask}, KEPT)"
        yield _Trigger((line,), (Constant("KEPT", hidden, shown),), " with all masked")


def _perfect(inputs: _Inputs) -> Iterator[_Trigger]:
    """A prediction that is right without any doubt."""
    first = inputs.floats[0]
    if inputs.wholes:
        right = f"torch.nn.functional.one_hot({inputs.wholes[0]}, {first}.shape[-1]).float()"
    elif len(inputs.floats) > 1:
        right = f"{inputs.floats[1]}.clone()"
    else:
        right = f"torch.nn.functional.one_hot({first}.argmax(-1), {first}.shape[-1]).float()"
    yield _switched("PERFECT", [f"{first} = {right}"], "a perfect prediction")


def _alone(case: Case, draft: Draft) -> Iterator[Draft]:
    """One example, or one step in time, where the report speaks of one."""
    if not _ALONE.search(f"{case.report.title}\n{case.report.text}"):
        return
    for one in draft.constants:
        if one.name in ("BATCH", "LENGTH", "SAMPLES") and one.value != "1":
            alone = replace(one, value="1", control=one.value)
            yield draft.changed(
                constants=tuple(alone if other is one else other for other in draft.constants),
                made_up=tuple(name for name in draft.made_up if name != one.name),
                idea=f"{draft.idea} This time with {one.name} = 1.",
                guessed=(),
            )
