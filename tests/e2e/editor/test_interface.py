from __future__ import annotations

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.in_host import run_suite


@pytest.mark.parametrize("suite", ["interface", "language_model"])
def test_inside_of_the_editor(desk: Desk, suite: str) -> None:
    outcomes = run_suite(desk, suite)
    assert {outcome.title: outcome.error for outcome in outcomes if outcome.error} == {}
