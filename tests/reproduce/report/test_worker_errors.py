"""Tracebacks of worker processes, which the main process prints with its own."""

from __future__ import annotations

from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.parse import parse_report

LOADER = """Training crashes with workers

```
Traceback (most recent call last):
  File "train.py", line 5, in main
    for x in loader:
  File "/usr/lib/python3.10/site-packages/torch/_utils.py", line 644, in reraise
    raise exception
ValueError: Caught ValueError in DataLoader worker process 0.
Original Traceback (most recent call last):
  File "/home/me/net/data/reader.py", line 41, in __getitem__
    raise ValueError("label 7 is not below 5")
ValueError: label 7 is not below 5
```
"""
POOL = '''The pool dies

```
multiprocessing.pool.RemoteTraceback:
"""
Traceback (most recent call last):
  File "/home/me/net/prep.py", line 9, in clean
    return int(text)
ValueError: invalid literal for int() with base 10: 'x'
"""

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "main.py", line 3, in run
    pool.map(clean, files)
ValueError: invalid literal for int() with base 10: 'x'
```
'''
CHAIN = """The configuration cannot be read

```
Traceback (most recent call last):
  File "net/conf.py", line 3, in load
    return d["lr"]
KeyError: 'lr'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "net/conf.py", line 5, in load
    raise ConfigError("bad")
net.conf.ConfigError: bad
```
"""


def functions(report: BugReport) -> list[list[str | None]]:
    return [[frame.function for frame in one.frames] for one in report.tracebacks]


def test_a_worker_of_a_loader_and_the_main_process_tell_one_failure() -> None:
    report = parse_report(LOADER)
    (one,) = report.tracebacks
    assert (one.exception, one.message) == ("ValueError", "label 7 is not below 5")
    assert functions(report) == [["main", "reraise", "__getitem__"]]


def test_a_pool_prints_the_worker_first() -> None:
    report = parse_report(POOL)
    (one,) = report.tracebacks
    assert one.message == "invalid literal for int() with base 10: 'x'"
    assert functions(report) == [["run", "clean"]]


def test_a_chain_of_other_exceptions_stays_two() -> None:
    assert [one.exception for one in parse_report(CHAIN).tracebacks] == [
        "KeyError",
        "net.conf.ConfigError",
    ]
