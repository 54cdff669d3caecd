from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView, Symbol, SymbolKind
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.reported_path import named_callables
from seismograd.reproduce.validate.fidelity.subject import Subject, read_script
from seismograd_sandbox.host.outcome import Ending


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("The val_loss that `fit()` returns is wrong.", ["Model.fit"]),
        ("`model.score` gives more than one.", ["Model.score"]),
        ("The value returned by model.score() is too large.", ["Model.score"]),
        ("The `val_loss` of `fit()` is a multiple.", ["Model.fit"]),
        ("score() always prints zero", ["Model.score"]),
        ("It is too large after a call of the model.", []),
        ("`Model` has a `score` that I like.", []),
    ],
)
def test_what_gives_the_value(said: str, named: list[str]) -> None:
    symbols = tuple(
        Symbol("nets", f"Model.{name}", SymbolKind.METHOD, "nets.py", 1, 2)
        for name in ("fit", "score")
    )
    case = Case(BugReport("x", said), Path(), Fingerprint((), ""), ProjectView(Path(), symbols))
    script = read_script("pass", case.project)
    subject = Subject(case, script, Grounds(case), Observation(Ending.EXITED, 0, "", ""))
    assert [one.name for one in named_callables(subject)] == named
