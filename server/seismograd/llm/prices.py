"""What tokens cost, by family of models. Prices change: whoever asks can say better ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from seismograd.llm.conversation import Usage

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens; what goes into a cache is dearer, what is read cheaper."""

    input: float
    output: float
    cache_write: float = 1.25
    """As a multiple of `input`; so is the next."""
    cache_read: float = 0.1

    def of(self, usage: Usage) -> float:
        cached = (
            usage.cache_write_tokens * self.cache_write + usage.cache_read_tokens * self.cache_read
        )
        into = (usage.input_tokens + cached) * self.input
        return (into + usage.output_tokens * self.output) / MILLION


PRICES: Mapping[str, Price] = {
    "fable": Price(10, 50),
    "mythos": Price(10, 50),
    "opus": Price(5, 25),
    "opus-4-1": Price(15, 75),
    "opus-4-2": Price(15, 75),
    "sonnet": Price(3, 15),
    "sonnet-5": Price(2, 10),
    "haiku": Price(1, 5),
}
"""List prices of autumn 2026, the dearer where a family has several: a budget errs on that side."""


def price_of(model: str, prices: Mapping[str, Price] = PRICES) -> Price | None:
    """The price of the longest family name that the model's name contains; None if none does."""
    families = [family for family in prices if family in model]
    return prices[max(families, key=len)] if families else None
