"""What was tried, as a model is shown it: the last attempt in full, the earlier ones shortly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from seismograd.llm.quotes import Quotes
from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.generate.with_model.about_case import shortened

LONGEST_FEEDBACK = 8_000
LONGEST_OLD_FEEDBACK = 700
MOST_OLD = 24
MOST_OTHERS = 6
HELD_QUICKLY = "It held in quick runs; what followed says why that was not enough."
_PACKAGES = re.compile(r"/[^\s\"':]{0,300}/(?:site|dist)-packages/")


def about_attempts(
    attempts: Sequence[Attempt], root: Path, quotes: Quotes, most: int = MOST_OLD
) -> str:
    """One's own, the oldest first; where there are too many, the first of them are left out."""
    old = attempts[-min(most, MOST_OLD) :]
    numbered = enumerate(old, len(attempts) - len(old) + 1)
    parts = [_briefly(f"attempt {number}", a, root, quotes) for number, a in numbered]
    return "\n\n".join(["# Your earlier attempts, which failed", *parts]) if parts else ""


def about_others(
    attempts: Sequence[Attempt], root: Path, quotes: Quotes, most: int = MOST_OTHERS
) -> str:
    """Those that came nearest, for there are many; of the nearest also its script."""
    nearest = sorted(attempts, key=lambda attempt: (-attempt.stage, attempt.distance))
    # Many fail alike: one of each kind tells as much as all of them.
    kinds: dict[str, Attempt] = {}
    for attempt in nearest:
        kinds.setdefault(gist(attempt.feedback), attempt)
    parts = [
        _briefly("another generator's attempt", attempt, root, quotes)
        for attempt in list(kinds.values())[: min(most, MOST_OTHERS)]
    ]
    if parts and nearest[0].stage >= Stage.IS_HONEST:
        parts.append(quotes.around("the nearest of these scripts", nearest[0].candidate.source))
    return "\n\n".join(["# What other generators tried in vain", *parts]) if parts else ""


def about_last(attempt: Attempt, root: Path, quotes: Quotes, most: int = LONGEST_FEEDBACK) -> str:
    seen = "\n".join(_seen(attempt))
    return "\n\n".join(
        part
        for part in [
            "# The last attempt\n\nYour last script, with the numbers of its lines:",
            quotes.around("last script", attempt.candidate.source, 1),
            _switches(attempt),
            _patches(attempt, quotes),
            f"It passed: {_passed(attempt)}. What the validator says:",
            quotes.around("feedback", _feedback(attempt, root, min(most, LONGEST_FEEDBACK))),
            quotes.around("what the run showed", relative(seen, root)) if seen else "",
        ]
        if part
    )


def relative(text: str, root: Path) -> str:
    """Without the places of the project and of packages, which are nobody's business."""
    for path in dict.fromkeys([str(root), str(root.resolve())]):
        if len(path) > 1:
            text = text.replace(f"{path}/", "").replace(path, ".")
    return _PACKAGES.sub("", text)


def gist(feedback: str) -> str:
    """Feedback without its numbers, which differ where nothing else does."""
    return re.sub(r"0x[0-9a-f]+|\d+(?:\.\d+)?", "#", feedback[:10_000])


def _briefly(name: str, attempt: Attempt, root: Path, quotes: Quotes) -> str:
    words = f"Idea: {attempt.candidate.idea}\nIt passed: {_passed(attempt)}\n"
    feedback = _feedback(attempt, root, LONGEST_OLD_FEEDBACK)
    return quotes.around(name, f"{words}Then: {feedback}")


def _passed(attempt: Attempt) -> str:
    return attempt.stage.name.lower().replace("_", " ")


def _feedback(attempt: Attempt, root: Path, most: int) -> str:
    return shortened(relative(attempt.feedback or HELD_QUICKLY, root), most)


def _switches(attempt: Attempt) -> str:
    told = [f"{s.name}: {s.trigger} / {s.control}" for s in attempt.candidate.switches]
    return f"Its switches (trigger / control): {'; '.join(told)}" if told else "It has no switches."


def _patches(attempt: Attempt, quotes: Quotes) -> str:
    told = [
        f"{one.file}, lines {one.first} to {one.last}:\n{one.text}"
        for one in attempt.candidate.patches
    ]
    return quotes.around("its patches of the project", "\n".join(told)) if told else ""


def _seen(attempt: Attempt) -> Iterator[str]:
    seen = attempt.observation
    if seen is None:
        return
    for name, value in list(seen.measured.items())[:20]:
        yield f"MEASURED {name} {shortened(json.dumps(value, default=str), 300)}"
