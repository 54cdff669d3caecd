"""The same error in the words of other versions of a framework."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.matching.tolerant_text import says

_GROUPS = (
    ("shapes cannot be multiplied", "size mismatch, m1.*m2", "size mismatch, got input"),
    (
        "expected scalar type .* but (found|got)",
        "expected .* to have the same dtype",
        "must have the same dtype",
        "expected object of (scalar |data )?type",
        "expected target dtype to be",
        "mixed dtype",
        "must share same datatype",
        "tensors are not the same dtype",
        "input type .* and (bias|weight) type .* should be the same",
    ),
    (
        "tensors to be on the same device",
        "tensors? on the same device",
        "expected object of backend",
        "is not on the expected device",
        "are not at the same device",
    ),
    (
        "target.* is out of bounds",
        "assertion .cur_target >= 0",
        "assertion .t >= 0 && t < n_classes",
    ),
    ("index out of range in self", "index out of range. tried to access index"),
    ("expected input.* to have .* channels", "expected .*channels, but got"),
    ("does not require grad and does not have a grad_fn", "does not require grad"),
    ("must match the size of tensor", "inconsistent tensor size"),
)
"""Each group is one error; what fits one of its patterns may come in the words of the others."""


_DTYPE = re.compile(r"\b(BFloat16|Float|Double|Half|Long|Int|Bool|ComplexFloat)\b", re.I)


def other_wordings(message: str) -> list[str]:
    """Patterns of what other versions say in place of a message."""
    for group in _GROUPS:
        fitting = [pattern for pattern in group if says(message, pattern)]
        if fitting:
            others = [pattern for pattern in group if pattern not in fitting]
            return [_with_dtypes(one, message) for one in others]
    return []


def _with_dtypes(pattern: str, message: str) -> str:
    """Two dtypes that do not go together are the same two in other words, in either order."""
    told = list(dict.fromkeys(name.lower() for name in _DTYPE.findall(message)))
    if "type" not in pattern or len(told) != 2:
        return pattern
    first, second = told
    return f"{pattern}.*({first}.*{second}|{second}.*{first})"
