"""Words around a script say what it does, and nothing in them is code."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Candidate, Switch
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.results.script_header import with_header
from seismograd.reproduce.validate.controls.control import Control, ControlKind
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.validate.small_project import case

SOURCE = "from arithmetic import halve\nNUMBER = 3\nhalve(NUMBER)\n"
CONTROL = Control(ControlKind.VARIANT, "", "", Observation(Ending.EXITED, 0, "", ""))


def words(idea: str, root: Path) -> str:
    candidate = Candidate(SOURCE, "test", idea, (Switch("NUMBER", "3", "4"),))
    text = with_header(candidate, case(root), CONTROL)
    assert "NUMBER = 3  # the trigger: with 4 nothing is wrong" in text
    return " ".join((ast.get_docstring(ast.parse(text)) or "").split())


def test_nothing_is_said_of_a_switch_that_was_not_tried(tmp_path: Path) -> None:
    candidate = Candidate(SOURCE, "test", "an idea", (Switch("NUMBER", "3", "4"),))
    mended = replace(CONTROL, kind=ControlKind.PATCHED_LINE, what="with another line 5 of a.py")
    text = with_header(candidate, case(tmp_path), mended)
    assert "NUMBER = 3\n" in text
    assert "Control, which did not fail: with another line 5 of a.py." in text


@pytest.mark.parametrize(
    ("idea", "deeds"),
    [
        ("Call halve with ordinary values.", "Does: Call halve with ordinary values. Shows:"),
        ("Call halve. Now with NUMBER = 5. The trigger may be 3.", "Does: Call halve. Shows:"),
        (
            "Run train.py in small. Then once more.",
            "Does: Run train.py in small. Then once more.",
        ),
        ("what a model proposed", "Does: what a model proposed. Shows:"),
        ('It """ends""" \\here.', "Does: It ends here. Shows:"),
    ],
)
def test_the_words_say_what_the_script_does_in_the_end(
    idea: str, deeds: str, tmp_path: Path
) -> None:
    assert deeds in words(idea, tmp_path)
