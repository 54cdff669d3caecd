from __future__ import annotations

import pytest

from seismograd.lsp.markdown import code, prose, unescaped


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("lr = 0.1", "`lr = 0.1`"),
        ("a` ![x](http://y) `b", "`` a` ![x](http://y) `b ``"),
        ("``", "``` `` ```"),
        ("two\nlines", "`two lines`"),
    ],
)
def test_code_cannot_leave_its_span(text: str, shown: str) -> None:
    assert code(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain (words), 50% of `x[0] < y`", "plain (words), 50% of `x[0] < y`"),
        ("![x](http://y)", r"\!\[x\](http://y)"),
        ("<img src=x>", r"\<img src=x\>"),
        (r"\[x](y)", r"\\\[x\](y)"),
    ],
)
def test_prose_holds_no_links_pictures_or_tags(text: str, shown: str) -> None:
    assert prose(text) == shown
    assert unescaped(shown) == text
