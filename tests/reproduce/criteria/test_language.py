"""Lines of checks: what they mean, and what is said of those that mean nothing."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seismograd.reproduce.criteria.checks.check import Check, CheckError
from seismograd.reproduce.criteria.checks.losses import LossIsNan
from seismograd.reproduce.criteria.checks.measured import OPERATORS, Measured
from seismograd.reproduce.criteria.checks.output import Prints
from seismograd.reproduce.criteria.checks.places import RaisedIn
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.checks.registry import all_checks
from seismograd.reproduce.criteria.language import parse, write

_NUMBERS = st.one_of(st.integers(-(10**9), 10**9), st.floats(allow_nan=False))
_WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\\^$*+?{}[]()|."), min_size=1)
_TEXT = _WORDS.filter(lambda text: bool(text.strip())).map(lambda text: text[:100])
_BOUNDS = st.one_of(
    _NUMBERS, st.lists(st.integers(0, 99), max_size=4).map(tuple), st.text(max_size=20)
)


@st.composite
def _checks(draw: st.DrawFn) -> Check:
    options: tuple[st.SearchStrategy[Check], ...] = (
        st.builds(Raises, _TEXT, _TEXT, st.lists(_NUMBERS, max_size=3).map(tuple)),
        st.builds(RaisedIn, _TEXT, st.none() | _TEXT),
        st.builds(Prints, _TEXT),
        st.builds(LossIsNan, st.none() | st.integers(1, 10**6), st.booleans()),
        st.builds(Measured, _TEXT, st.sampled_from(OPERATORS), _NUMBERS, st.floats(0, 10)),
        st.builds(Measured, _TEXT, st.sampled_from(["==", "!="]), _BOUNDS),
    )
    return draw(st.one_of(options))


@given(_checks())
def test_what_is_written_is_read_again(check: Check) -> None:
    assert parse(write(check)) == check


@given(st.text(max_size=200))
def test_any_text_is_a_check_or_an_error(line: str) -> None:
    with suppress(CheckError):
        assert isinstance(parse(line), Check)


@pytest.mark.parametrize("kind", all_checks().values())
def test_the_example_of_a_check_is_one(kind: type[Check]) -> None:
    assert type(parse(kind.form)) is kind
    assert kind.means


def test_arguments_by_position_and_by_name() -> None:
    expected = Raises("ValueError", "no .* left", (1.0, -2.0))
    assert parse('raises("ValueError", "no .* left", numbers=[1.0, -2])') == expected
    assert (
        parse("raises(message='no .* left', exception='ValueError', numbers=(1, -2.0))") == expected
    )


def test_numbers_without_literals() -> None:
    check = parse('measured("value", "==", nan)')
    assert isinstance(check, Measured)
    assert isinstance(check.bound, float)
    assert math.isnan(check.bound)
    assert parse(write(check)) is not None
    assert parse('measured("value", ">", -inf)') == Measured("value", ">", -math.inf)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "not a check"),
        ("raises(", "not a check"),
        ("raised('ValueError')", "did you mean 'raises'?"),
        ("nothing_like_it()", "Known checks: ends_with_signal, "),
        ("raises()", "wants exception"),
        ("raises(3)", "exception of raises() is a string, not 3"),
        ("raises('E', mesage='x')", "did you mean 'message'?"),
        ("raises('E', 'a', (), 'b')", "at most 3 arguments"),
        ("raises('E', exception='F')", "exception twice"),
        ("raises('E', '(')", "not a regular expression"),
        ("raises(*['E'])", "arguments are literals"),
        ("raises(**{'exception': 'E'})", "** is not known"),
        ("raises(open('/etc/passwd').read())", "arguments are literals"),
        ("raises('E' + 'F')", "arguments are literals"),
        ("__import__('os').system('true')", "a call of its name"),
        ("(lambda: 1)()", "a call of its name"),
        ("loss_is_nan(within=True)", "a whole number or None"),
        ("loss_is_nan(within=0)", "number of steps"),
        ("loss_does_not_fall(by=2)", "share of the first loss"),
        ("measured('x', '=>', 1)", "no operator '=>'"),
        ("measured('x', '>', 'much')", "> wants a number"),
        ("phase('trian')", "there are import, setup, train"),
        ("series('x', 'sideways')", "constant"),
        ("ends_with_signal(99)", "no signal"),
        ("prints('')", "wants a pattern"),
        ("raises('" + "x" * 3_000 + "')", "at most 2000 characters"),
        ("raises(" + "[" * 300 + "]" * 300 + ")", ""),
    ],
)
def test_errors_say_what_is_wrong(line: str, complaint: str) -> None:
    with pytest.raises(CheckError) as error:
        parse(line)
    assert complaint in str(error.value)
