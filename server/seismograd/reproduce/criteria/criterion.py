"""A criterion: one fact, its scope, and a check of what a run showed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Criterion:
    """Plain words for people, and `check` for the machine; both can be edited."""

    id: str
    fact: str
    """What shall be seen: "RuntimeError about shapes that cannot be multiplied"."""
    scope: str
    """Where and when: "in Net.forward, with a batch of one"."""
    check: str
    """A line of the language of checks: `raises("RuntimeError", "shapes .* multiplied")`."""
    origin: str = ""
    """Whose reading of which words it is, where it is not the report's own."""
    doubt: str = ""
    """Why it does not follow from the report, by a second reader."""

    @property
    def told(self) -> str:
        """The fact for people, who must see where it comes from."""
        return f"{self.fact} ({self.origin})" if self.origin else self.fact


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a criterion in one run."""

    passed: bool
    why: str
    """Feedback for the next attempt: what was seen instead."""
    distance: float = 0.0
    """0 where it passed, up to 1 where nothing of it was seen; guides the search."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Criteria that must all pass together."""

    criteria: tuple[Criterion, ...]
    symptom: str
    """The family it belongs to, such as `crash`, `nan`, `gradient`, `reload`."""
    confidence: float = 1.0
    """How sure the report makes us that this is what it is about."""
