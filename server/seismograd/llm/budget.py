"""How much may be asked of models, and how much was."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from seismograd.llm.conversation import Prompt, Usage
from seismograd.llm.errors import BudgetSpent
from seismograd.llm.prices import PRICES, Price, price_of
from seismograd.llm.tokens import tokens_of

USUAL_ANSWER = 8192
SHORTEST_ANSWER = 512
"""An answer for which less is left is not asked for."""

MOST_CORRECTION = 3.0
"""No text has more tokens than this for each that was estimated."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Of all questions together; None is no limit."""

    input_tokens: int | None = 1_500_000
    output_tokens: int | None = 300_000
    dollars: float | None = 5.0


class Budget:
    """Counts what was used, and says how long the next answer may be; for several threads."""

    def __init__(
        self, limits: Limits | None = None, prices: Mapping[str, Price] | None = None
    ) -> None:
        self.limits = limits or Limits()
        self._prices = {**PRICES, **(prices or {})}
        self._lock = threading.Lock()
        self._used = Usage()
        self._dollars = 0.0
        self._has_unpriced = False
        self._correction = 1.0
        """By how much the estimates so far were too low."""

    @property
    def used(self) -> Usage:
        return self._used

    @property
    def dollars(self) -> float:
        """What it cost by the list; a model that is not listed counts as the dearest one."""
        return self._dollars

    def allow(self, prompt: Prompt, model: str) -> int:
        """The most tokens that the answer may have; raises `BudgetSpent`."""
        wanted = prompt.max_tokens or USUAL_ANSWER
        with self._lock:
            coming = int(estimated_input(prompt) * self._correction)
            most = min(wanted, self._left_for_answer(coming, model))
        if most < min(wanted, SHORTEST_ANSWER):
            raise BudgetSpent(f"The budget for the language model is spent: {self.summary()}.")
        return most

    def count(self, usage: Usage, model: str, estimated: int = 0) -> None:
        """`estimated` is how long the question was thought to be: later ones are thought better."""
        with self._lock:
            if estimated:
                ratio = min(usage.all_input_tokens / estimated, MOST_CORRECTION)
                self._correction = max(self._correction, ratio)
            self._used += usage
            self._dollars += self._price(model).of(usage)
            self._has_unpriced = self._has_unpriced or price_of(model, self._prices) is None

    def summary(self) -> str:
        """Such as "12,300 tokens in (9,000 of them cached), 800 out, about $0.05 of $5.00"."""
        used, limit = self._used, self.limits.dollars
        cached = f" ({used.cache_read_tokens:,} of them cached)" if used.cache_read_tokens else ""
        about = "at most" if self._has_unpriced else "about"
        most = "" if limit is None else f" of ${limit:.2f}"
        return (
            f"{used.all_input_tokens:,} tokens in{cached}, {used.output_tokens:,} out, "
            f"{about} ${self._dollars:.2f}{most}"
        )

    def _left_for_answer(self, coming: int, model: str) -> int:
        left: list[float] = [float("inf")]
        limits, used = self.limits, self._used
        if limits.input_tokens is not None and used.all_input_tokens + coming > limits.input_tokens:
            return 0
        if limits.output_tokens is not None:
            left.append(limits.output_tokens - used.output_tokens)
        if limits.dollars is not None:
            left.append(self._tokens_for(limits.dollars - self._dollars, coming, model))
        return int(max(0, min(*left, 1_000_000)))

    def _tokens_for(self, dollars: float, coming: int, model: str) -> float:
        price = self._price(model)
        remaining = dollars - price.of(Usage(cache_write_tokens=coming))
        return remaining * 1_000_000 / price.output if price.output else float("inf")

    def _price(self, model: str) -> Price:
        dearest = max(self._prices.values(), key=lambda price: price.output)
        return price_of(model, self._prices) or dearest


def estimated_input(prompt: Prompt) -> int:
    parts = [prompt.system or "", *(message.content for message in prompt.messages)]
    return sum(tokens_of(part) for part in parts)
