"""Results made by hand, about the small project of the ladder's tests."""

from __future__ import annotations

from typing import Any

from seismograd.reproduce.candidate import Attempt, Candidate, Patch, Stage, Switch
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.judging import judge_all
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.results.result import Reproduction, Status
from seismograd.reproduce.trials.tree import SCRIPT
from seismograd.reproduce.validate.controls.control import Control, ControlKind
from seismograd.reproduce.validate.provenance import ProjectPlace, Provenance
from seismograd.traces import TraceSummary
from seismograd.traces.events import Frame, Raised, Start
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.validate.small_project import ODD

ROOT = "/home/ann/secret-work/halves"
CRASH = '''\
"""halve(3) fails.

Shows: ValueError about an odd number.
Run it in the folder of the project. It fails while the bug is there.
"""

from arithmetic import halve

NUMBER = 3  # the trigger: with 4 nothing is wrong

try:
    halve(NUMBER)
except ValueError as error:
    if "odd" in str(error):
        print(f"REPRODUCED: {error}")
    raise
print("NOT REPRODUCED")
'''
SILENT = """\
from arithmetic import halve

NUMBER = 8
value = halve(NUMBER)
print("MEASURED value", value)
if value < 5:
    print(f"REPRODUCED: {value} is too small")
    raise SystemExit(1)
print("NOT REPRODUCED")
"""
SMALL = Criterion("c1", "too small", "in halve", 'measured("value", "<", 5)')
TRACEBACK = f"""\
Traceback (most recent call last):
  File "{ROOT}/{SCRIPT}", line 12, in <module>
    halve(NUMBER)
  File "/home/ann/.venv/lib/python3.11/site-packages/torch/nn/module.py", line 5, in call
  File "/usr/lib/python3.11/runpy.py", line 7, in run
  File "{ROOT}/arithmetic.py", line 6, in halve
ValueError: 3 is odd (see /home/ann/notes/odd numbers.txt)
"""


def seen(**changes: Any) -> Observation:
    frames = (
        Frame(SCRIPT, 12, "<module>"),
        Frame("arithmetic.py", 6, "halve", in_project=True),
    )
    told = TraceSummary(
        start=Start(python="3.11.7", platform="linux", root=ROOT),
        packages={"torch": "2.13.0"},
        exception=Raised(type="ValueError", message="3 is odd", frames=frames),
    )
    facts: dict[str, Any] = {
        "ending": Ending.EXITED,
        "exit_code": 1,
        "stdout": "REPRODUCED: 3 is odd\n",
        "stderr": TRACEBACK,
        "told": told,
        "script": SCRIPT,
    }
    return Observation(**{**facts, **changes})


def proof(**changes: Any) -> Proof:
    observed = seen()
    switch = Switch("NUMBER", "3", "4")
    control = Control(ControlKind.VARIANT, "with NUMBER = 4", CRASH.replace("= 3", "= 4"), observed)
    facts: dict[str, Any] = {
        "candidate": Candidate(CRASH, "test", "Run it.", switches=(switch,)),
        "seen": observed,
        "judgement": judge_all(Fingerprint((ODD,), "crash"), observed),
        "provenance": Provenance((ProjectPlace("arithmetic.py", 6, "halve"),), True),
        "control": control,
        "runs": 5,
        "fired": 5,
    }
    return Proof(**{**facts, **changes})


def patched_proof() -> Proof:
    patch = Patch("arithmetic.py", 5, 6, "    pass", "no check")
    what = "with another line 5 of arithmetic.py: no check"
    return proof(
        candidate=Candidate(CRASH, "test", "Run it.", patches=(patch,)),
        control=Control(ControlKind.PATCHED_LINE, what, CRASH, seen(exit_code=0)),
    )


def attempt(stage: Stage, idea: str = "Run it.", source: str = CRASH) -> Attempt:
    return Attempt(Candidate(source, "test", idea), stage, seconds=0.5)


def reproduced(**changes: Any) -> Reproduction:
    facts: dict[str, Any] = {
        "status": Status.REPRODUCED,
        "title": "halve(3) fails",
        "fingerprint": Fingerprint((ODD,), "crash"),
        "proof": proof(),
        "attempts": (attempt(Stage.DRY_RUN), attempt(Stage.REPEATS, source=CRASH + "print()\n")),
    }
    return Reproduction(**{**facts, **changes})


def failed(**changes: Any) -> Reproduction:
    facts: dict[str, Any] = {
        "status": Status.NOT_REPRODUCED,
        "title": "halve(3) fails",
        "fingerprint": Fingerprint((ODD,), "crash"),
        "attempts": (attempt(Stage.DRY_RUN), attempt(Stage.PROVENANCE, "Run another.")),
        "why": "Nothing shows it.",
    }
    return Reproduction(**{**facts, **changes})
