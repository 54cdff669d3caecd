"""In which form a mask is taken, by what the project's code does with it.

A mask in another form may be taken all the same, by broadcasting, and hide something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from seismograd.reproduce.context.project_text import project_text
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees

PLAIN = "marked"
FORMS = (PLAIN, "marked[:, None, None]", "marked[:, None]")
"""For each row and position; as attention with heads takes them, and without heads."""


class MaskForms:
    def __init__(self, trees: SourceTrees, name: str) -> None:
        self._code = "\n".join(text for text in _texts(trees) if name in text)
        self._name = rf"(?<![\w.]){re.escape(name)}"

    @property
    def axes(self) -> tuple[str, ...]:
        """Code that gives it more axes itself wants it without them."""
        widened = (
            rf"{self._name}\s*\[[^\]\n]*(?:None|newaxis)",
            rf"{self._name}\s*\.(?:\w+\(\)\.)*(?:unsqueeze|view|reshape|expand|repeat)\(",
            rf"key_padding_mask\s*=\s*{self._name}",
            rf"(?:rearrange|repeat|unsqueeze|expand_dims)\(\s*{self._name}",
        )
        return (PLAIN,) if self._is_found(*widened) else FORMS

    @property
    def is_added(self) -> bool:
        """Then it holds no truths, but what is added to scores."""
        return self._is_found(rf"\+=?\s*{self._name}\b(?!\s*[=!<>])", rf"{self._name}\s*\+")

    @property
    def is_inverted(self) -> bool:
        """Then it holds truths and no numbers."""
        return self._is_found(rf"~\s*{self._name}")

    def _is_found(self, *patterns: str) -> bool:
        return any(re.search(pattern, self._code) for pattern in patterns)


def _texts(trees: SourceTrees) -> Iterator[str]:
    for file in trees.files():
        with suppress(OSError):
            yield project_text(trees.project.root, file, "replace")
