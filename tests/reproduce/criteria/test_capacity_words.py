"""Words for what keeps more than it may, and words that only look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report


def _is_read(text: str) -> bool:
    return any(one.symptom == "capacity" for one in derive(parse_report(text)))


@pytest.mark.parametrize(
    "text",
    [
        "Replay buffer grows although I set a capacity of 500",
        "Cache ignores max_size and keeps growing",
        "I pass capacity=100 but the buffer keeps growing",
        "The feature cache never evicts anything",
        "queue grows without bound",
        "len(buffer) is 9000 although capacity is 1000",
        "The memory bank exceeds its max_size",
        "Old transitions are never dropped from the replay buffer",
        "RAM goes up all night, even though buffer_size is 2000",
        "Unbounded growth of the history",
    ],
)
def test_words_are_understood(text: str) -> None:
    assert _is_read(f"# {text}\n")


@pytest.mark.parametrize(
    "text",
    [
        "Memory grows with every step",
        "Model capacity is too small",
        "The loss goes up although I lowered the learning rate",
        "Training gets slower with a larger buffer_size",
        "max_length=512 truncates my texts",
        "The replay buffer returns the same transition twice",
        "Accuracy increases over time but max_size is wrong in the docs",
    ],
)
def test_other_words_say_nothing(text: str) -> None:
    assert not _is_read(f"# {text}\n")
