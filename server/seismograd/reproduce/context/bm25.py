"""Ranking of texts against a question by BM25: SQLite's where it is built in, else our own."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Protocol

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


class Ranking(Protocol):
    def scores(self, question: str) -> dict[int, float]:
        """How well each text answers, by its number; above 0, and only those that do at all."""


def rank(texts: Sequence[str]) -> Ranking:
    """A ranking over texts, numbered from 0."""
    tokens = [list(tokens_of(text)) for text in texts]
    try:
        return SqliteRanking(tokens)
    except sqlite3.Error:
        return PlainRanking(tokens)


def terms_of(question: str) -> list[str]:
    """The different words of a question, as they come; those that every text has are left out."""
    words = (token for token in tokens_of(question) if token not in _COMMON and len(token) > 1)
    return list(dict.fromkeys(words))[:MAX_TERMS]


class SqliteRanking:
    """An FTS5 table in memory; tokens are made by us, so that it only splits at spaces."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        try:
            self._database.execute(
                "CREATE VIRTUAL TABLE texts USING fts5"
                "(body, tokenize = \"unicode61 remove_diacritics 0 tokenchars '_'\")"
            )
            rows = ((number, " ".join(text)) for number, text in enumerate(texts))
            self._database.executemany("INSERT INTO texts(rowid, body) VALUES (?, ?)", rows)
        except sqlite3.Error:
            self._database.close()
            raise

    def scores(self, question: str) -> dict[int, float]:
        terms = terms_of(question)
        if not terms:
            return {}
        match = " OR ".join(f'"{term}"' for term in terms)
        query = "SELECT rowid, bm25(texts) FROM texts WHERE texts MATCH ?"
        with closing(self._database.execute(query, (match,))) as rows:
            return {number: max(-score, 1e-9) for number, score in rows}


class PlainRanking:
    """The same formula without SQLite."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        self._counts = [Counter(text) for text in texts]
        self._lengths = [counts.total() for counts in self._counts]
        self._average = sum(self._lengths) / max(len(self._lengths), 1) or 1.0
        self._spread = Counter(term for counts in self._counts for term in counts)

    def scores(self, question: str) -> dict[int, float]:
        terms = terms_of(question)
        found = {number: self._score(number, terms) for number in range(len(self._counts))}
        return {number: score for number, score in found.items() if score > 0}

    def _score(self, number: int, terms: list[str]) -> float:
        counts = self._counts[number]
        slack = _K1 * (1 - _B + _B * self._lengths[number] / self._average)
        shares = ((counts[t] * (_K1 + 1) / (counts[t] + slack), t) for t in terms if counts[t])
        return sum(share * self._rarity(term) for share, term in shares)

    def _rarity(self, term: str) -> float:
        spread = self._spread[term]
        return max(math.log((len(self._counts) - spread + 0.5) / (spread + 0.5)), 1e-6)
