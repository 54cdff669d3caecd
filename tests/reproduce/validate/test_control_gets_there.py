"""A control by another line of the project must still run the code that raised."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.observation import NOT_REPRODUCED, Observation, Reached
from seismograd.reproduce.validate.controls.control import ControlKind, holds
from seismograd.traces import TraceSummary
from seismograd.traces.events import Raised
from seismograd.traces.events.parts import Frame
from seismograd_sandbox.host.outcome import Ending

MAIN, FIT = Reached("train.py", "main", 3), Reached("train.py", "Trainer.fit", 9)
FRAMES = (
    Frame(file="script.py", line=1, function="<module>", in_project=True),
    Frame(file="train.py", line=5, function="main", in_project=True),
    Frame(file="train.py", line=12, function="fit", in_project=True),
)
ERROR = Raised(type="RuntimeError", message="no", frames=FRAMES)
SEEN = Observation(
    Ending.EXITED, 1, "", "", replace(TraceSummary(), exception=ERROR), reached=(MAIN, FIT),
    script="script.py",
)  # fmt: skip

CHECK = 'series("learning_rates", "rises again")'
CRITERIA = Fingerprint((Criterion("c1", "they rise", "", CHECK),), "value")


def clean(*reached: Reached) -> Observation:
    return Observation(Ending.EXITED, 0, f"{NOT_REPRODUCED}\n", "", reached=reached)


def test_a_project_that_never_gets_there_is_no_control() -> None:
    why = holds(CRITERIA, SEEN, clean(MAIN), ControlKind.PATCHED_LINE)
    assert why is not None
    assert "where the exception came from" in why


@pytest.mark.parametrize("function", ["fit", "Trainer.fit"])
def test_a_project_that_gets_there_and_goes_through_is_one(function: str) -> None:
    """Whether the class is told depends on the version of Python."""
    raised = replace(ERROR, frames=(*FRAMES[:-1], replace(FRAMES[-1], function=function)))
    seen = replace(SEEN, told=replace(TraceSummary(), exception=raised))
    assert holds(CRITERIA, seen, clean(MAIN, FIT), ControlKind.PATCHED_LINE) is None


def test_other_values_may_lead_elsewhere() -> None:
    assert holds(CRITERIA, SEEN, clean(MAIN), ControlKind.VARIANT) is None


@pytest.mark.parametrize(
    ("with_bug", "without", "is_one"),
    [
        ([1.0, 0.5, 0.8], [0.0, 0.0, 0.0], False),
        ([1.0, 0.5, 0.8], [1.0, 0.5, 0.2], True),
        ([0.1, 0.1, 0.1], [0.1, 0.05, 0.01], True),
        (3.0, 0.0, True),
    ],
)
def test_a_line_that_makes_everything_stand_still_is_no_control(
    with_bug: object, without: object, is_one: bool
) -> None:
    seen = Observation(Ending.EXITED, 1, "", "", measured={"learning_rates": with_bug})
    control = Observation(
        Ending.EXITED, 0, "NOT REPRODUCED\n", "", measured={"learning_rates": without}
    )
    assert (holds(CRITERIA, seen, control, ControlKind.PATCHED_LINE) is None) is is_one


def test_what_else_a_script_prints_may_stay_the_same() -> None:
    """Five equal results in a row may be what the report asks for."""
    seen = Observation(Ending.EXITED, 1, "", "", measured={"accuracies": [0.8, 0.7, 0.6]})
    steady = {"accuracies": [0.8, 0.8, 0.8]}
    control = Observation(Ending.EXITED, 0, "NOT REPRODUCED\n", "", measured=steady)
    assert holds(CRITERIA, seen, control, ControlKind.PATCHED_LINE) is None
