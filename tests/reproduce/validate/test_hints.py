from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.feedback import about_caught, about_children, about_unreadable
from seismograd_sandbox.host.outcome import Ending

CAUGHT = """
failed = False
try:
    exercise()
except RuntimeError:
    failed = True
assert not failed
"""


def printed(stdout: str, **measured: object) -> Observation:
    return Observation(Ending.EXITED, 1, stdout, "", measured=measured)


def looking_for(check: str) -> Fingerprint:
    return Fingerprint((Criterion("c1", "", "", check),), "crash")


def test_an_exception_that_is_looked_for_must_end_the_run() -> None:
    crash = looking_for('raises("RuntimeError")')
    assert "in line 5 and goes on" in about_caught(CAUGHT, printed(""), crash)
    assert about_caught(CAUGHT.replace("failed = True", "raise"), printed(""), crash) == ""
    assert about_caught(CAUGHT, printed(""), looking_for('measured("value", ">", 1)')) == ""


@pytest.mark.parametrize(
    ("source", "is_told"),
    [
        ("subprocess.run([sys.executable, 'train.py'])", True),
        ("os.system('python train.py')", True),
        ("from train import main", False),
    ],
)
def test_child_processes_are_not_seen(source: str, is_told: bool) -> None:
    assert bool(about_children(source)) is is_told


def test_measurements_in_no_known_form_are_told() -> None:
    assert "cannot be read" in about_unreadable(printed("MEASURED the loss went up\n"))
    assert about_unreadable(printed("MEASURED loss 1\n", loss=1)) == ""
    assert about_unreadable(printed("nothing MEASURED\n")) == ""
