"""Exceptions that another one came from, in this process or in a worker's."""

from __future__ import annotations

from seismograd.reproduce.inner_exceptions import inner_exceptions, told_in
from seismograd.traces.events import EarlierException
from tests.reproduce.criteria.observations import ended, raised

TEXT = '''
"""
Traceback (most recent call last):
  File "/home/ann/net/prep.py", line 4, in read
    return table[key]
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/usr/lib/python3/pool.py", line 125, in worker
    result = (True, func(*args, **kwds))
  File "/home/ann/net/prep.py", line 9, in clean
    raise ValueError("no number:\\n  x")
ValueError: no number:
  x
"""
'''


def test_all_tracebacks_of_a_text_the_last_first() -> None:
    last, first = told_in(TEXT, "/home/ann")
    assert (last.type, last.message) == ("ValueError", "no number:\n  x")
    assert (first.type, first.message) == ("KeyError", "'x'")


def test_frames_of_the_project_are_known_by_its_root() -> None:
    frames = told_in(TEXT, "/home/ann")[0].frames
    assert [(one.file, one.line, one.in_project) for one in frames] == [
        ("/usr/lib/python3/pool.py", 125, False),
        ("net/prep.py", 9, True),
    ]
    assert not any(one.in_project for one in told_in(TEXT, "")[0].frames)


def test_a_cause_that_only_carries_a_text_gives_way_to_what_it_tells() -> None:
    remote = EarlierException(type="RemoteTraceback", message=TEXT, how="cause")
    found = inner_exceptions(raised("ValueError", "no number", because=[remote]))
    assert [one.type for one in found] == ["ValueError", "KeyError"]


def test_text_without_an_exception_tells_none() -> None:
    assert told_in("Traceback (most recent call last):\n  nothing", "/work") == []
    assert inner_exceptions(ended()) == []
