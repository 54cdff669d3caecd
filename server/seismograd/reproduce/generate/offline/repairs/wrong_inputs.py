"""Made-up inputs that the code does not take: what the exception says about their form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.tensors import Kind
from seismograd.reproduce.generate.offline.repairs.made_tensors import MadeTensor, made_tensors

_Change = Callable[[Draft, list[MadeTensor], re.Match[str]], Iterator[Draft]]
_LAST_SIZES = ("BATCH", "LENGTH", "HEIGHT", "WIDTH", "SIZE")
_SPATIAL = ("28", "64", "224", "16", "8", "96", "128")


def change_wrong_inputs(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Never of a run that meets the criteria: it may be the bug that speaks."""
    seen = attempt.observation
    if attempt.rung >= Rung.CRITERIA or draft.switches or seen is None or seen.exception is None:
        return
    made = made_tensors(draft, attempt) if draft.doubted is None else []
    text = f"{seen.exception.type}: {seen.exception.message}"
    for pattern, change in _CHANGES if made else ():
        found = pattern.search(text)
        if found:
            yield from change(draft, made, found)


def _other_axes(draft: Draft, made: list[MadeTensor], found: re.Match[str]) -> Iterator[Draft]:
    """More or fewer axes, for the tensor that has as many as were complained about."""
    numbers = {int(n) for n in re.findall(r"\d", found["wanted"])}
    for tensor in made:
        for count in sorted(numbers - {len(tensor.spec.sizes)}):
            if 1 <= count <= 5:
                spec = replace(tensor.spec, sizes=_with_axes(tensor.spec.sizes, count))
                yield tensor.replaced(draft, spec, f"of {count} axes")


def _one_axis_more(draft: Draft, made: list[MadeTensor], _: re.Match[str]) -> Iterator[Draft]:
    for tensor in made:
        count = len(tensor.spec.sizes) + 1
        spec = replace(tensor.spec, sizes=_with_axes(tensor.spec.sizes, count))
        yield tensor.replaced(draft, spec, f"of {count} axes")


def _one_axis_less(draft: Draft, made: list[MadeTensor], _: re.Match[str]) -> Iterator[Draft]:
    for tensor in made:
        if len(tensor.spec.sizes) > 1:
            sizes = (*tensor.spec.sizes[:-2], tensor.spec.sizes[-1])
            yield tensor.replaced(draft, replace(tensor.spec, sizes=sizes), "with one axis less")


def _with_axes(sizes: tuple[str, ...], count: int) -> tuple[str, ...]:
    if count < len(sizes):
        return (*sizes[: count - 1], sizes[-1]) if count > 1 else sizes[:1]
    between = {3: ("LENGTH",), 4: ("HEIGHT", "WIDTH"), 5: ("8", "32", "32")}.get(count, ("2",))
    missing = count - len(sizes)
    if count == 4 and len(sizes) == 2:
        return (*sizes, "32", "32")
    return (
        *sizes[:-1],
        *(size if size.isdigit() else "8" for size in between[:missing]),
        sizes[-1],
    )


def _other_size(draft: Draft, made: list[MadeTensor], found: re.Match[str]) -> Iterator[Draft]:
    """A size that was seen becomes the one that was wanted, in the tensor that has it."""
    got, wanted = int(found["got"]), found["wanted"]
    for tensor in made:
        for axis in _axes_of(tensor, got):
            sizes = list(tensor.spec.sizes)
            sizes[axis] = wanted
            yield tensor.replaced(
                draft, replace(tensor.spec, sizes=tuple(sizes)), f"with {wanted} for {got}"
            )


def _other_size_or_image(
    draft: Draft, made: list[MadeTensor], found: re.Match[str]
) -> Iterator[Draft]:
    """The size itself may be computed from those of an image, or have others joined to it."""
    yield from _other_size(draft, made, found)
    yield from _less_what_was_joined(draft, made, found)
    for name in ("HEIGHT", "SIZE", "LENGTH"):
        if any(one.name == name for one in draft.constants):
            for size in _SPATIAL:
                yield _with_space(draft, size)
            return


def _less_what_was_joined(
    draft: Draft, made: list[MadeTensor], found: re.Match[str]
) -> Iterator[Draft]:
    """Where the code adds features of its own to those that it is given."""
    too_many = int(found["got"]) - int(found["wanted"])
    for tensor in made:
        *sizes, last = tensor.shape or (0,)
        if last and 0 < last - too_many != last and last < int(found["got"]):
            wanted = str(last - too_many)
            spec = replace(tensor.spec, sizes=(*tensor.spec.sizes[: len(sizes)], wanted))
            yield tensor.replaced(draft, spec, f"with {wanted} for {last}")


def _with_space(draft: Draft, size: str) -> Draft:
    names = ("HEIGHT", "WIDTH", "SIZE", "LENGTH")
    constants = tuple(
        replace(one, value=size) if one.name in names else one for one in draft.constants
    )
    return draft.changed(constants=constants, idea=f"{draft.idea} With a size of {size}.")


def _axes_of(tensor: MadeTensor, size: int) -> list[int]:
    shape = tensor.shape or ()
    if len(shape) != len(tensor.spec.sizes):
        return []
    axes = [axis for axis, here in enumerate(shape) if here == size]
    return sorted(axes, key=lambda axis: (tensor.spec.sizes[axis] in _LAST_SIZES[:1], -axis))


def _whole(draft: Draft, made: list[MadeTensor], _: re.Match[str]) -> Iterator[Draft]:
    for tensor in made:
        if tensor.spec.kind is not Kind.WHOLE:
            yield tensor.replaced(draft, replace(tensor.spec, kind=Kind.WHOLE), "of whole numbers")


def _float(draft: Draft, made: list[MadeTensor], _: re.Match[str]) -> Iterator[Draft]:
    for tensor in made:
        if tensor.spec.kind is not Kind.FLOAT:
            yield tensor.replaced(draft, replace(tensor.spec, kind=Kind.FLOAT), "of floats")


def _truth(draft: Draft, made: list[MadeTensor], _: re.Match[str]) -> Iterator[Draft]:
    for tensor in made:
        if tensor.spec.kind is not Kind.TRUTH:
            yield tensor.replaced(draft, replace(tensor.spec, kind=Kind.TRUTH), "of truth values")


def _number(draft: Draft, made: list[MadeTensor], _: re.Match[str]) -> Iterator[Draft]:
    """What a condition asks for is one number; data comes first, so the last one is likeliest."""
    for tensor in reversed(made):
        yield from (tensor.given(draft, number, "as a number") for number in ("1", "0.5"))


def _smaller_numbers(draft: Draft, made: list[MadeTensor], _: re.Match[str]) -> Iterator[Draft]:
    for tensor in made:
        if tensor.spec.kind is Kind.WHOLE and tensor.spec.below != "2":
            yield tensor.replaced(draft, replace(tensor.spec, below="2"), "of small numbers")
    shorter = [one for one in draft.constants if one.name == "LENGTH" and one.value != "4"]
    if shorter:
        yield _with_space(draft, "4")


def _like_the_first(draft: Draft, made: list[MadeTensor], _: re.Match[str]) -> Iterator[Draft]:
    """The second of two that are compared takes the form of the first, then of its first axes."""
    for first, second in pairwise(made):
        for sizes in (first.spec.sizes, first.spec.sizes[:-1]):
            if sizes and sizes != second.spec.sizes:
                spec = replace(second.spec, sizes=sizes)
                yield second.replaced(draft, spec, f"of the form of {first.name}")
        spec = replace(first.spec)
        if second.spec != spec:
            yield second.replaced(draft, spec, f"like {first.name}")


def _divides(draft: Draft, made: list[MadeTensor], _: re.Match[str]) -> Iterator[Draft]:
    """Fewer heads or groups always divide."""
    for one in draft.constants:
        if re.search(r"HEAD|GROUP", one.name) and one.value != "1" and one.value.isdigit():
            constants = tuple(replace(c, value="1") if c is one else c for c in draft.constants)
            yield draft.changed(constants=constants, idea=f"{draft.idea} With {one.name} = 1.")
    if any(one.name in ("HEIGHT", "SIZE", "LENGTH") for one in draft.constants):
        yield from (_with_space(draft, size) for size in ("64", "224", "16"))


_CHANGES: tuple[tuple[re.Pattern[str], _Change], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), change)
    for pattern, change in (
        (r"expected (?P<wanted>\dD(?: \(\w+\))?(?: or \dD)?(?: \(\w+\))?) input", _other_axes),
        (r"expected (?:an? )?(?P<wanted>\dD or \dD|\dD) (?:input|tensor)", _other_axes),
        (r"must have (?P<wanted>\d) dimensions", _other_axes),
        (r"(?:expected|to be) (?P<wanted>\d-D(?: or \d-D)?)", _other_axes),
        (r"min_ndim=(?P<wanted>\d)|ndim=(?:\d), found", _other_axes),
        (r"not enough values to unpack \(expected (?P<wanted>\d)", _other_axes),
        (r"too many values to unpack \(expected (?P<wanted>\d)", _other_axes),
        (r"number of dims don't match.{0,80}?input\.dim\(\) = (?P<wanted>\d)", _one_axis_more),
        (r"dims? (?:of )?ordering .{0,60}|dimension out of range", _one_axis_more),
        (r"too many indices", _one_axis_more),
        (r"tuple index out of range", _one_axis_more),
        (r"shape .{0,60} is invalid for input of size", _one_axis_less),
        (r"to have (?P<wanted>\d+) channels, but got (?P<got>\d+) channels", _other_size),
        (r"mat1 and mat2 shapes cannot be multiplied \(\d+x(?P<got>\d+) and (?P<wanted>\d+)x",
         _other_size_or_image),
        (r"Expected (?P<wanted>\d+), got (?P<got>\d+)", _other_size),
        (r"size of tensor a \((?P<got>\d+)\) must match the size of tensor b \((?P<wanted>\d+)\)",
         _other_size),
        (r"size of tensor a \((?P<wanted>\d+)\) must match the size of tensor b \((?P<got>\d+)\)",
         _other_size),
        (r"normalized_shape=\[(?P<wanted>\d+)\].{0,80}size.{0,12}?(?P<got>\d+)\]", _other_size),
        (r"axis -1 of input shape to have value (?P<wanted>\d+).{0,80}shape=?\(.{0,40}?"
         r"(?P<got>\d+)\)",
         _other_size),
        (r"running_mean should contain (?P<got>\d+) elements not (?P<wanted>\d+)", _other_size),
        (r"size of tensor|must match|batch_size \(\d+\) to match|target size", _like_the_first),
        (r"scalar types?:? Long|indices.{0,60}(?:Long|Int)|must be (?:long|int)|got Float|"
         r"dtype long|'one_hot' is only|index tensor|used as indices|one_hot", _whole),
        (r"dtype Long|Long but expected Float|same dtype|Float but (?:found|got)|mean\(\): could|"
         r"Input type \(|not implemented for '(?:Long|Int|Bool)'|floating point|"
         r"can only.{0,40}float|to be a float", _float),
        (r"dtype Bool|expected.{0,20}bool|of type bool|boolean(?! value of Tensor)", _truth),
        (r"boolean value of Tensor with more than one value", _number),
        (r"index out of range|is out of bounds|out of bounds|Target \d+", _smaller_numbers),
        (r"divisible|multiple of|size mismatch|kernel size can't be greater|too small|"
         r"output size is too small|is invalid for input of size", _divides),
        (r"is invalid for input of size", _one_axis_more),
    )
)  # fmt: skip
