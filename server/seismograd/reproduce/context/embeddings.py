"""Meanings of texts as vectors, from whoever brings a model for it; none is shipped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol


class Embedder(Protocol):
    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector for each text, all of one length."""


def similarities(embedder: Embedder, question: str, texts: Sequence[str]) -> dict[int, float]:
    """Cosines between a question and texts, by the number of the text; those above 0."""
    asked, *vectors = embedder.embed([question, *texts])
    found = {number: _cosine(asked, vector) for number, vector in enumerate(vectors)}
    return {number: cosine for number, cosine in found.items() if cosine > 0}


def _cosine(first: Sequence[float], second: Sequence[float]) -> float:
    lengths = math.hypot(*first) * math.hypot(*second)
    product = math.fsum(a * b for a, b in zip(first, second, strict=True))
    return product / lengths if lengths else 0.0
