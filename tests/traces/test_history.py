"""What a run has told so far."""

from __future__ import annotations

import pytest

from seismograd.traces.events import End
from seismograd.traces.history import RunHistory


@pytest.mark.parametrize(
    ("outcome", "exit_code", "has_finished"),
    [("finished", 0, True), ("exited", 0, True), ("exited", 3, False), ("failed", 1, False)],
)
def test_whether_the_script_came_to_its_end(
    outcome: str, exit_code: int, has_finished: bool
) -> None:
    history = RunHistory()
    assert not history.has_finished
    history.take(End(outcome=outcome, exit_code=exit_code))
    assert history.has_finished is has_finished
