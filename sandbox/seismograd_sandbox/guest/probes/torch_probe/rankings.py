"""Where the right ones stand in a ranking of scores, and whether a question finds itself."""

from __future__ import annotations

from typing import Any

MOST_ROWS = 4_000
"""Of a table of all examples against all, that is compared with its transpose."""


def is_part(torch: Any, chosen: Any, places: Any) -> bool:
    """Whether something is a ranking, or its first columns."""
    if not torch.is_tensor(chosen) or chosen.dim() != 2 or chosen.shape[0] != places.shape[0]:
        return False
    same = chosen.dtype == places.dtype and chosen.shape[1] <= places.shape[1]
    return bool(same and torch.equal(chosen, places[:, : chosen.shape[1]]))


def is_label(label: Any, scores: Any) -> bool:
    """One place for each row."""
    if not hasattr(label, "is_floating_point") or label.is_floating_point():
        return False
    fits = label.numel() == scores.shape[0] and label.numel() > 1
    return bool(fits and int(label.min()) >= 0 and int(label.max()) < scores.shape[1])


def among(scores: Any, chosen: Any, label: Any) -> list[Any]:
    """How many were found, of how many, and how many are among the largest and the smallest."""
    label, count = label.to(scores.device), chosen.shape[1]
    own = scores.gather(1, label)
    found = (chosen == label.to(chosen.device)).any(1).sum()
    largest = ((scores > own).sum(1) < count).sum()
    return [found, label.numel(), largest, ((scores < own).sum(1) < count).sum()]


def are_marks(marks: Any, scores: Any) -> bool:
    """Zeros and ones, for each score whether it is one of the right ones."""
    if marks.shape != scores.shape:
        return False
    return bool(((marks == 0) | (marks == 1)).all() and (marks != 0).any())


def among_several(scores: Any, found: Any, marks: Any) -> list[Any]:
    """As `among`, where a row may have several right ones: how many of all of them."""
    count, right = found.shape[1], marks.to(scores.device)
    ends = [scores.topk(count, 1, largest=one).indices for one in (True, False)]
    largest, smallest = (right.gather(1, one).sum() for one in ends)
    return [found.sum(), int(right.sum()), largest, smallest]


def finds_itself(torch: Any, table: Any, places: Any) -> bool:
    """Whether a table is of all against themselves, and everyone is its own nearest.

    It is the same read by rows and by columns then: texts against their images are not.
    """
    if table.dim() != 2 or table.shape[0] != table.shape[1] or not 2 <= len(table) <= MOST_ROWS:
        return False
    if places.numel() != len(table) or not table.is_floating_point():
        return False
    own = torch.arange(len(table), device=places.device)
    if not torch.equal(places.reshape(-1), own.to(places.dtype)):
        return False
    return bool(torch.allclose(table, table.T, rtol=1e-3, atol=1e-3))
