"""A few sums over output and target, from which every usual metric can be computed."""

from __future__ import annotations

from typing import Any

TOP = (1, 3, 5, 10)
"""How many of the largest scores may hold the right class."""
MOST_TABLE = 10
"""Classes of which each pair is counted."""
MOST_SORTED = 100_000
TINY = 1e-6


def kind_of(output: Any, target: Any) -> str | None:
    """What a target is to an output: `numbers`, `yes-no` or `classes`; None where it is none."""
    if target.dim() == 0 or output.dim() == 0 or target.shape[0] != output.shape[0]:
        return None
    if target.numel() == output.numel():
        whole = ((target == 0) | (target == 1)).all()
        return "yes-no" if bool(whole) else "numbers"
    is_index = not target.is_floating_point() and str(target.dtype) != "torch.bool"
    return "classes" if is_index and _by_class(output, target) is not None else None


def sums_of(torch: Any, kind: str, output: Any, target: Any) -> Any:
    """A flat tensor; docs/trace.md has what each number is."""
    functions = {"numbers": _numbers, "yes-no": _yes_no, "classes": _classes}
    return torch.stack(functions[kind](torch, output.detach(), target.detach()))


def _exact(output: Any) -> Any:
    return output.float() if output.device.type == "mps" else output.double()


def _numbers(torch: Any, output: Any, target: Any) -> list[Any]:
    made = _exact(output).reshape(-1)
    wanted = target.to(made).reshape(-1)
    error = made - wanted
    size = error.abs()
    sums = (
        *(torch.ones_like(made), error, size, error * error, wanted, wanted * wanted),
        *(made, made * made, made * wanted, wanted.abs()),
        *(_shares(torch, size, wanted), _shares(torch, size, made)),
    )
    return [one.sum() for one in sums]


def _shares(torch: Any, size: Any, of: Any) -> Any:
    """What cannot be divided counts as nothing."""
    return torch.where(of == 0, torch.zeros_like(size), size / of.abs())


def _yes_no(torch: Any, output: Any, target: Any) -> list[Any]:
    made = _exact(output).reshape(output.shape[0], -1)
    wanted = target.to(made.device).reshape(made.shape) == 1
    counts = [torch.ones_like(made).sum()]
    for threshold in (0.0, 0.5):
        yes = made > threshold
        pairs = [yes & wanted, yes & ~wanted, ~yes & wanted, ~yes & ~wanted]
        by_example = [one.sum(1).to(made.dtype) for one in pairs]
        counts += [one.sum() for one in (*by_example, *_overlaps(*by_example[:3]))]
    return [*counts, _area(torch, made.reshape(-1), wanted.reshape(-1))]


def _overlaps(both: Any, extra: Any, missed: Any) -> list[Any]:
    """Of each example; one in which nothing is, and nothing is found, is right."""
    union = both + extra + missed
    return [(both + TINY) / (union + TINY), (2 * both + TINY) / (union + both + TINY)]


def _area(torch: Any, made: Any, wanted: Any) -> Any:
    """How often a yes has a higher score than a no, where equal ones count half; else -1."""
    if made.numel() > MOST_SORTED:
        return torch.full((), -1.0, dtype=made.dtype, device=made.device)
    values, places = torch.unique(made, return_inverse=True)
    zeros = torch.zeros_like(values)
    yes = zeros.index_add(0, places, wanted.to(made.dtype))
    no = zeros.index_add(0, places, (~wanted).to(made.dtype))
    below = no.cumsum(0) - no / 2
    area = (yes * below).sum() / (yes.sum() * no.sum())
    return torch.nan_to_num(area, nan=-1.0)  # all of them are of one kind


def _by_class(output: Any, target: Any) -> Any:
    """The scores with the classes along the last axis, one row for each label."""
    if output.dim() < 2 or output.numel() == target.numel():
        return None
    if target.shape == output.shape[:1] + output.shape[2:]:
        return output.movedim(1, -1).reshape(-1, output.shape[1])
    if target.shape == output.shape[:-1]:
        return output.reshape(-1, output.shape[-1])
    return None


def _classes(torch: Any, output: Any, target: Any) -> list[Any]:
    """Labels that are no class, as those of padding, are left out."""
    scores = _exact(_by_class(output, target))
    label = target.reshape(-1).to(scores.device).long()
    count = scores.shape[1]
    is_class = (label >= 0) & (label < count)
    label = label.clamp(0, count - 1)
    own = scores.gather(1, label[:, None])
    higher, lower = (scores > own).sum(1), (scores < own).sum(1)
    surprise = torch.logsumexp(scores, 1) - own[:, 0]
    found = [is_class, surprise * is_class]
    found += [(rank < top) & is_class for rank in (higher, lower) for top in TOP]
    counts = [one.sum().to(scores.dtype) for one in found]
    return [*counts, *_table(torch, scores.argmax(1), label, is_class, count)]


def _table(torch: Any, given: Any, label: Any, is_class: Any, count: int) -> list[Any]:
    """How often each class was given (rows) for each label."""
    if count > MOST_TABLE:
        return []
    dtype = torch.float32 if given.device.type == "mps" else torch.float64
    zeros = torch.zeros(count * count, dtype=dtype, device=given.device)
    return list(zeros.index_add(0, given * count + label, is_class.to(dtype)))
