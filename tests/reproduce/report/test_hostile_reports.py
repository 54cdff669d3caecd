"""Whatever is in a report, reading it ends, soon, and says only what can be written down again."""

from __future__ import annotations

import json
import time
from dataclasses import asdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.report.plain_text import MOST_CHARACTERS, decoded
from tests.security.report_readers import read_all

FRAGMENTS = [
    "```", "```python\n", "~~~\n", "> ", ">>> x = 1\n", "In [1]: ", "   ...: ", "<!--", "-->",
    "<pre>", "</pre>", "    ", "\t", "\n", "\n\n", "- [x] ", "1. ", "# ",
    "### Expected behavior\n", "**Steps**", "Steps to reproduce:\n", "Title: ", "---\n", "===\n",
    "Traceback (most recent call last):\n", '  File "a.py", line 3, in f\n', "    ^^^^\n",
    "ValueError: bad\n", "E   assert 0\n", "a.py:3: in f\n", "----> 3 f()\n",
    "ValueError   Traceback (most recent call last)\n", "Cell In[3], line 1\n",
    "│ a.py:3 in f │\n", "During handling of the above exception, another exception occurred:\n",
    "batch size of one ", "lr = 1e-3 ", "--lr 0.1 ", "lr: 0.1\n", '{"lr": ', "[", "{", "(",
    "torch 2.1.0 ", "torch==2.1\n", "[pip3] torch==1\n", "model.py:41 ", "line 4 of a.py ",
    "since 1.2.3 ", "fixed in abcdef1 ", "https://github.com/a/b/blob/abcdef1/c.py#L1-L2 ",
    "`Net.forward()` ", "CamelCase ", "import torch\n", "x = f(y=1)\n", "def f(:\n", "\x1b[0;31m",
    "\x00", "\ud800", "\u2028", "\r", "🐛", "1" * 40, "1e999", "- " * 30, "{'a': " * 20,
    "shape (1, 2", "[0m", "$ python a.py b=1 \\\n", "%%time\n",
]  # fmt: skip
reports = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=12), min_size=0, max_size=40).map(
    "".join
)
REPEATED = [
    "a: 1\n", "> a\n", "# a\n", "**a**\n", "- [ ] a\n", "```\n", "```python\n", "<!--\n",
    "<pre>\n", ">>> a\n", "x = 1\n", "if a:\n ", "Expected: a\n", "a\n---\n", "| a | 1.0 |\n",
    "E   a\n", "Traceback (most recent call last):\n", '  File "a.py", line 1, in f\n',
    "ValueError: a\n", "a.py:1: in f\n", "│ a.py:1 in f │\n", "python a.py \\\n", "\\\n",
]  # fmt: skip
IN_A_LINE = [
    "a", " ", "#", "*", "**a ", "__a ", "_", "`", "`a", "> ", "^", "~ ^", "-", "- ", "<", "<!--",
    "<a ", "[a](", "![", "[[", "(", "{", '"', '{"a":', "1", "1.", "1e", "a.", "a=", "a=1 ", "--a ",
    "/", "a/", "a.py ", "a.py:1 ", "line 1 of ", "line 1 of a.py ", "https://",
    "https://a/b/blob/c/", "abcdef0 ", "commit ", "fixed in ", "fixed in abcdef0 ", "broke ",
    "since 1.2.3 ", "torch 1.2.3 ", "a==1.2.3 ", "a 1.2.3 ", "batch size of ", "batch of 1 ",
    "shape (1, ", "10 epochs ", "AbC", "Ab_c ", "a_b", "f(", "ValueError: ", "x.ValueError",
    'File "', "a b. C d! ", "e.g. A ", "│", "\t", "not ", "lambda:", "\x1b[", "[0;", "a,", "'",
    "1,", "x×",
]  # fmt: skip


def check(report: BugReport) -> None:
    text = json.dumps(asdict(report), allow_nan=False)
    assert json.loads(text)["title"] == report.title
    repr(report).encode("utf-8")
    lines = report.text.count("\n") + 1
    assert all(1 <= snippet.line <= lines and snippet.code.strip() for snippet in report.snippets)
    assert all(one.exception or one.frames for one in report.tracebacks)
    assert all(place.file for place in report.places)
    assert all(name.strip() == name != "" for name in report.names)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(reports)
def test_any_text_is_a_report(text: str) -> None:
    check(parse_report(text))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=30),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["title", "body", "comments", "nodes", "user", "issue", "data"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_is_a_report(document: object) -> None:
    check(parse_report(json.dumps(document)))


@given(st.binary(max_size=300))
def test_any_bytes_are_text_or_nothing(data: bytes) -> None:
    text = decoded(data)
    if text is not None:
        check(parse_report(text))


@pytest.mark.parametrize("text", ["", " ", "\n\n", "{}", "[]", "null", "[" * 100_000, '{"title":'])
def test_next_to_nothing_is_no_trouble(text: str) -> None:
    report = parse_report(text)
    assert (report.snippets, report.tracebacks, report.steps) == ((), (), ())


DEEP = [
    "-" * 3_000 + "x",
    "f(" * 90 + "x" + ")" * 90,
    "x" + ".a" * 3_000,
    "x = " + "1 + " * 3_000 + "1",
]


@pytest.mark.parametrize("code", DEEP, ids=lambda code: code[:12])
def test_deeply_nested_code_is_no_trouble(code: str) -> None:
    for text in (f"```python\n{code}\n```\n", f">>> {code}\n3\n", f"`{code}` returns 3\n"):
        report = parse_report(f"Wrong result\n\n{text}\nExpected: 4\n")
        check(report)
        read_all(report)


def test_what_is_too_long_is_cut() -> None:
    report = parse_report("word " * 1_000_000 + "at the end")
    assert len(report.text) <= MOST_CHARACTERS
    assert report.text.endswith("at the end")


def test_the_end_of_a_long_log_is_read() -> None:
    log = "```\n" + "step ok\n" * 100_000 + "ValueError: at last\n```\n"
    assert [one.message for one in parse_report(log).tracebacks] == ["at last"]


def seconds(text: str) -> float:
    best = float("inf")
    for _ in range(2):
        begin = time.process_time()
        parse_report(text)
        best = min(best, time.process_time() - begin)
    return best


@pytest.mark.parametrize("piece", REPEATED)
def test_time_grows_with_the_number_of_lines_only(piece: str) -> None:
    """Four times the text takes four times as long; sixteen would be the square."""
    few, many = seconds(piece * 1_000), seconds(piece * 4_000)
    assert many < 9 * max(few, 0.02)


@pytest.mark.parametrize("piece", IN_A_LINE)
def test_time_grows_with_the_length_of_lines_only(piece: str) -> None:
    short, long = 900 // len(piece), 3_600 // len(piece)
    few, many = seconds(f"{piece * short}\n" * 4), seconds(f"{piece * long}\n" * 4)
    assert many < 9 * max(few, 0.02)
