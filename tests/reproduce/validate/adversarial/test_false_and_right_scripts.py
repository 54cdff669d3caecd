"""Whoever writes a script may be eager: what a sound project is made to look like is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Stage
from tests.reproduce.validate.adversarial.cases import Given, climbed, names

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", names())
def test_a_false_script_is_refused(name: str, tmp_path: Path) -> None:
    climb = climbed(Given(name, "false"), tmp_path)
    assert climb.proof is None
    assert climb.attempt.stage >= Stage.RESOLVES, climb.attempt.feedback


@pytest.mark.parametrize("name", names())
def test_a_right_script_is_accepted(name: str, tmp_path: Path) -> None:
    climb = climbed(Given(name, "right"), tmp_path)
    assert climb.proof is not None, climb.attempt.feedback
