"""Patterns mean what they mean to `re`, and no text keeps them busy."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seismograd.reproduce.criteria.matching.automaton import automaton
from seismograd.reproduce.criteria.matching.pattern_syntax import PatternError
from seismograd.reproduce.criteria.matching.wordings import likeness, says

_ATOMS = st.sampled_from(
    ["a", "b", "1", " ", ".", r"\d", r"\w", r"\s", r"\.", "[ab]", "[^a]", "[]a]", r"\b", "^", "$"]
)
_REPEATS = st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{,2}", "{2,}", "*?", "+?"])


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    grouped = st.tuples(inner, _REPEATS).map(lambda pair: f"(?:{pair[0]}){pair[1]}")
    choice = st.tuples(inner, inner).map(lambda pair: f"({pair[0]}|{pair[1]})")
    sequence = st.lists(inner, min_size=1, max_size=4).map("".join)
    return st.one_of(grouped, choice, sequence)


_PATTERNS = st.recursive(_ATOMS, _joined, max_leaves=8)
_TEXTS = st.text(alphabet="ab1 .", max_size=12)


@given(_PATTERNS, _TEXTS)
def test_an_automaton_finds_what_re_finds(pattern: str, text: str) -> None:
    expected = re.search(pattern, text, re.IGNORECASE | re.DOTALL) is not None
    assert automaton(pattern).searches(text) is expected


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$x", "(a|a)*b", "a.*a.*a.*a.*a.*b", r"(\w+\s?)*=", "(.*)(.*)(.*)z", "(a?){40}a{40}b"],
)
def test_no_pattern_takes_long(pattern: str) -> None:
    started = time.process_time()
    assert not says("a" * 20_000, pattern)
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("pattern", "complaint"),
    [
        ("(", "not a regular expression"),
        ("(?=a)b", "look-arounds"),
        (r"(a)\1", "references"),
        ("a{1,5000}", "more than 200 times"),
        ("((a{200}){200}){200}", "too long"),
        ("a" * 2_000, "longer than"),
    ],
)
def test_what_is_no_pattern_is_refused(pattern: str, complaint: str) -> None:
    with pytest.raises(PatternError, match=complaint):
        automaton(pattern)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("mat1 and mat2\n  shapes cannot be multiplied", "shapes cannot be MULTIPLIED"),
        ("got an unexpected keyword argument 'mask'", 'keyword argument "mask"'),
        (
            "‘NoneType’ object has no attribute `shape`",
            "'NoneType' object has no attribute 'shape'",
        ),
        ("Net.forward() takes 2 arguments", "forward() takes"),
        ("\x1b[31mloss\x1b[0m is nan", "loss is nan"),
    ],
)
def test_quotes_spaces_capitals_and_brackets_do_not_matter(text: str, pattern: str) -> None:
    assert says(text, pattern)


def test_likeness_is_the_share_of_words() -> None:
    assert likeness("shapes cannot be added", "shapes .* cannot be multiplied") == pytest.approx(
        2 / 3
    )
    assert likeness("whatever", "") == 1.0
