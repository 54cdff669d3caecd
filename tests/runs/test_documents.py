"""What users read about runs is what there is."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from seismograd.cli.run_options import add_arguments
from seismograd_sandbox.host.environment import INHERITED
from seismograd_sandbox.host.limits import NAMES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "running.md").read_text("utf-8")


def test_every_option_has_its_row() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    known = {option for action in parser._actions for option in action.option_strings}
    told = set(re.findall(r"^\| `(--[\w-]+)", PAGE, re.MULTILINE))
    assert told | {"-h", "--help", "-m", "--color", "--colour", "--format"} == known | {"--format"}


def test_every_variable_of_the_interpreter_that_is_heard_is_told_of() -> None:
    told = set(re.findall(r"`(PYTHON_?[A-Z0-9]+)`", PAGE))
    heard = {name for name in INHERITED if name.startswith("PYTHON")}
    assert told == heard | {"PYTHONPATH", "PYTHONUSERBASE"}


def test_every_limit_is_told_of_on_the_page_and_in_the_editor() -> None:
    limits_told = PAGE.partition("## Limits\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \| [\w ]+", limits_told, re.MULTILINE)) == set(NAMES)
    package = json.loads((ROOT / "client-vscode" / "package.json").read_text("utf-8"))
    sections = package["contributes"]["configuration"]
    (limits,) = (
        properties["seismograd.limits"]
        for properties in (section["properties"] for section in sections)
        if "seismograd.limits" in properties
    )
    assert set(limits["properties"]) == set(NAMES)
