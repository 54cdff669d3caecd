"""The page that lists all checks, written from the checks themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from seismograd_sandbox.host.self_check.catalogue import all_checks
from seismograd_sandbox.host.self_check.check import Check

INTRODUCTION = """# What a sandbox is put through

`seismograd doctor --self-check` starts the strongest sandbox that works on a machine (`--sandbox`
names another) and tries out from inside what it should keep to. Each check uses a small project
made for it, a fresh sandbox and a time limit of its own, and touches nothing but what was made for
it, so that no harm is done where a sandbox fails. Forking, filling memory and filling the disk are
tried with small numbers, and bombs only after the limits have been seen to hold. Whatever a check
starts ends by itself after two minutes, should nobody else end it.

- *passed*: what the sentence says was seen.
- *failed*: something else was seen, and is told. The exit status is 1.
- *not promised*: the sandbox does not claim it (`process` is weaker than the others, and says so).
- *could not be tried*: this machine lacks what the check needs, such as a GPU.

The same checks are the tests of every sandbox. The list is written by `make docs`.
"""


def page() -> str:
    return "\n".join([INTRODUCTION, *_sections()]).rstrip() + "\n"


def _sections() -> Iterator[str]:
    for theme, checks in groupby(all_checks(), lambda check: check.theme):
        yield f"## {theme.capitalize()}\n"
        yield "| check | what holds | where it is promised |"
        yield "|---|---|---|"
        yield from map(_row, checks)
        yield ""


def _row(check: Check) -> str:
    return f"| `{check.name}` | {check.sentence} | {check.needs or 'everywhere'} |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
