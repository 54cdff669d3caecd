"""The plan as a model is shown it."""

from __future__ import annotations

from seismograd.llm.quotes import Quotes
from seismograd.reproduce.plan.plan import Plan


def about_plan(plan: Plan | None, quotes: Quotes) -> str:
    """Made of words of the report, so it is quoted as well."""
    if plan is None or not plan.steps:
        return ""
    steps = [f"{number}. {step}" for number, step in enumerate(plan.steps, start=1)]
    heading = "# A first plan, by a program that may be wrong"
    return f"{heading}\n\n{quotes.around('plan', chr(10).join(steps))}"
