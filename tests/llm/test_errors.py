from __future__ import annotations

import pytest

from seismograd.llm.errors import is_about_length


@pytest.mark.parametrize(
    "sentence",
    [
        "prompt is too long: 210000 tokens > 200000 maximum",
        "The language model failed. (Message exceeds token limit.)",
        "prompt token count of 71000 exceeds the limit of 64000",
        "This model's maximum context length is 8192 tokens",
        "input exceeds the context window",
        "Request too large",
    ],
)
def test_providers_say_in_many_words_that_a_question_is_too_long(sentence: str) -> None:
    assert is_about_length(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["quota exceeded", "Rate limit reached", "The language model failed.", "invalid token", ""],
)
def test_other_troubles_are_not_about_length(sentence: str) -> None:
    assert not is_about_length(sentence)
