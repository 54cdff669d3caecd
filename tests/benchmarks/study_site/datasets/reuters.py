"""In the place of Reuters: documents of word numbers, 46 topics of very different frequency."""

from __future__ import annotations

from typing import Any

import numpy as np
import study_datasets
from numpy.typing import NDArray

TOPICS, WORDS, FIRST_WORD = 46, 30980, 4
OWN_WORDS, OWN_SHARE = 60, 0.12
"""A topic has words of its own, which are a small share of a document."""
Part = tuple[NDArray[Any], NDArray[np.int64]]


def load_data(
    num_words: int | None = None, test_split: float = 0.2, seed: int = 113, **_: Any
) -> tuple[Part, Part]:
    random = np.random.default_rng(seed)
    count = study_datasets.examples
    topics = random.choice(TOPICS, count, p=_frequencies())
    topics[:TOPICS] = random.permutation(TOPICS)  # programs count the topics of this part
    documents = np.empty(count, dtype=object)
    documents[:] = [_document(topic, num_words or WORDS, random) for topic in topics]
    cut = int(count * (1 - test_split))
    return (documents[:cut], topics[:cut]), (documents[cut:], topics[cut:])


def _frequencies() -> NDArray[np.float64]:
    """Two topics have more than half of all documents, as there."""
    weights = 1 / np.arange(1, TOPICS + 1) ** 1.3
    return np.asarray(weights / weights.sum())


def _document(topic: int, words: int, random: np.random.Generator) -> list[int]:
    length = int(random.lognormal(4.5, 0.6)) + 10
    common = np.minimum(random.zipf(1.3, length) + FIRST_WORD, words - 1)
    own = np.random.default_rng(topic).integers(500, 9500, OWN_WORDS)
    drawn = np.where(random.random(length) < OWN_SHARE, random.choice(own, length), common)
    return [1, *map(int, drawn)]


def get_word_index(path: str = "") -> dict[str, int]:
    return {f"word{number}": number for number in range(WORDS - FIRST_WORD)}


def get_label_names() -> tuple[str, ...]:
    return tuple(f"topic{number}" for number in range(TOPICS))
