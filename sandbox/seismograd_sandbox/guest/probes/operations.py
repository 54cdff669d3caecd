"""What a network does in one call, as far as it can be seen: its attention and masks, its residual
sums, the reshapes that swap sizes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Line = dict[str, Any]


@dataclass
class Attention:
    """Shares of the queries that have several keys, over all examples and heads."""

    on_one: float
    """That give nearly all weight to one key."""
    even: float
    """That give all keys the same weight."""
    adds_up: bool
    """Whether the weights of the keys of a query have a sum of 1."""
    on_padding: float
    """The weight that padding gets, over what it would get if all keys got the same."""
    of_framework: bool = False
    """Whether the framework scales the scores: where they are off, it is not by their formula."""
    scored: Line | None = None
    """Where the scores are computed or scaled."""
    weighed: Line | None = None
    """Where the scores become weights."""


@dataclass
class ResidualSum:
    ratio: float
    """The size of the branch over that of the stream that it is added to."""
    place: Line | None


@dataclass
class Reshape:
    """That puts the sizes of an example into another order."""

    examples: int
    """The size that stays first."""
    may_group: bool
    """Whether it may as well join neighbours on purpose."""
    place: Line | None
    part: Any = None
    """Of a model of Keras, where no line of the script makes the call."""


@dataclass
class Mask:
    """Of scores that become weights, where it hides anything."""

    seen: Any
    """By example (or example and head), perhaps head, and key: whether any query sees it."""
    place: Line | None


@dataclass
class Operations:
    attentions: list[Attention] = field(default_factory=list)
    masks: list[Mask] = field(default_factory=list)
    sums: list[ResidualSum] = field(default_factory=list)
    reshapes: list[Reshape] = field(default_factory=list)
