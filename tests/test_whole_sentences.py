from __future__ import annotations

import pytest

from seismograd.whole_sentences import whole_sentences, whole_words


@pytest.mark.parametrize(
    ("text", "most", "cut"),
    [
        ("All of\n it.", 20, "All of it."),
        ("The shape is right. The loss is not, by far.", 30, "The shape is right."),
        ("Yes. The criteria demand a number that nobody has.", 30, "Yes. The criteria demand a …"),
        ("See torch.nn.Linear and others, then stop", 32, "See torch.nn.Linear and …"),
        ("x" * 40, 12, "x" * 10 + " …"),
    ],
)
def test_a_cut_is_where_a_reader_can_stop(text: str, most: int, cut: str) -> None:
    found = whole_sentences(text, most)
    assert found == cut
    assert len(found) <= most


def test_words_stay_whole() -> None:
    assert whole_words("one two three", 10) == "one two …"
    assert whole_words("one two", 7) == "one two"
