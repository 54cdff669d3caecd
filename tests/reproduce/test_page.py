"""The page about reproductions tells of all checks, measurements and options there are."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from seismograd.cli.reproduce_options import add_arguments
from seismograd.reproduce.criteria.checks.registry import all_checks
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.criteria.measurements import MEASUREMENTS

PAGE = Path(__file__).parents[2] / "docs" / "reproducing.md"
NOT_SPECIAL = {"--help", "--color", "--colour"}


def _table(name: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"<!-- {name}: [^\n]*-->\n(.*?)<!-- {name} end -->", text, re.DOTALL)
    assert found is not None
    return found[1].splitlines()[2:]


def test_every_check_is_told_as_it_tells_itself() -> None:
    rows = [f"| `{kind.form}` | {kind.means} |" for kind in all_checks().values()]
    assert _table("checks") == rows


def test_every_example_is_a_check() -> None:
    for row in _table("checks"):
        parse(row.split("`")[1])


def test_every_measurement_is_told() -> None:
    rows = [f"| `{name}` | {what} |" for name, what in MEASUREMENTS.items()]
    assert _table("measurements") == rows


def test_every_option_is_told() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    known = {name for action in parser._actions for name in action.option_strings}
    told = set(re.findall(r"^\| `(--[\w-]+)", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert {name for name in known if name.startswith("--")} - NOT_SPECIAL == told


@pytest.mark.parametrize("word", ["reproduced", "not-reproduced", "needs", "cancelled"])
def test_every_status_is_told(word: str) -> None:
    assert f"| `{word}` |" in PAGE.read_text(encoding="utf-8")
