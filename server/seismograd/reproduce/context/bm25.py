"""Ranking of texts against a question by BM25."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable

from seismograd.reproduce.context.identifiers import tokens_of

MAX_TERMS = 200
_K1, _B = 1.2, 0.75
_COMMON = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "does", "for", "from",
     "get", "has", "have", "i", "if", "in", "is", "it", "its", "me", "my", "not", "of", "on",
     "or", "our", "self", "so", "that", "the", "their", "then", "there", "this", "to", "using",
     "was", "we", "when", "which", "while", "will", "with", "you", "import", "def", "return",
     "none", "true", "false"}
)  # fmt: skip


def terms_of(question: str) -> list[str]:
    """The different words of a question, as they come; those that every text has are left out."""
    words = (token for token in tokens_of(question) if token not in _COMMON and len(token) > 1)
    return list(dict.fromkeys(words))[:MAX_TERMS]


class Ranking:
    """Over texts, numbered from 0."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        """For each word the texts that have it, and how often."""
        self._lengths: list[int] = []
        for number, text in enumerate(texts):
            counts = Counter(tokens_of(text))
            self._lengths.append(counts.total())
            for word, count in counts.items():
                self._places[word].append((number, count))
        self._average = sum(self._lengths) / max(len(self._lengths), 1) or 1.0

    def scores(self, question: str) -> dict[int, float]:
        """How well each text answers; above 0, and only those that do at all."""
        found: dict[int, float] = defaultdict(float)
        for term in terms_of(question):
            places = self._places.get(term, ())
            for number, count in places:
                slack = _K1 * (1 - _B + _B * self._lengths[number] / self._average)
                found[number] += count * (_K1 + 1) / (count + slack) * self._rarity(len(places))
        return dict(found)

    def _rarity(self, spread: int) -> float:
        return max(math.log((len(self._lengths) - spread + 0.5) / (spread + 0.5)), 1e-6)
