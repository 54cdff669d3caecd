"""A cheap look at the bytes of a file: could it have to do with deep learning at all?

Most files of most projects could not, and need no parsing. Modules that are skipped here are
still read when another file imports them.
"""

from __future__ import annotations

import re

# Frameworks, and what a script still says when its own modules hide the framework from it.
WORDS = (
    "torch",
    "keras",
    "tensorflow",
    "lightning",
    "transformers",
    "zero_grad",
    "backward(",
    "epochs",
)
_ANY_WORD = re.compile(b"|".join(re.escape(word.encode()) for word in WORDS))


def mentions_deep_learning(raw: bytes) -> bool:
    """Whether the file is worth checking for its own sake."""
    return _ANY_WORD.search(raw) is not None
