"""One sentence in each answer: what an assistant that reproduces a bug does next."""

from __future__ import annotations

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.results.result import Reproduction, Status
from seismograd.reproduce.writer_session import WriterSession

WRITE = "Read the code that the report is about, write a script by the rules, call reproduce_try."
AFTER_CRITERIA = WRITE
SETTLE = (
    "The report does not say plainly what to check: settle the criteria with reproduce_criteria "
    "first, or, where the report describes no bug, call reproduce_finish and say why."
)
FINISH = "Call reproduce_finish: it makes the script small, repeats it and writes the files."
TRY_AGAIN = (
    "Change the script as the feedback says and call reproduce_try again; if the project handles "
    "what was reported, call reproduce_finish and say why."
)
CONTROL = (
    "Give `patches`, the lines of the project as they should read, and call reproduce_try again; "
    "if no line is at fault, call reproduce_finish and say why."
)
DEPARTS = (
    "Replace what the departures name by what the report or the project uses and call "
    "reproduce_try again; reproduce_finish would end as a candidate now."
)
_AFTER_FINISH = {
    Status.REPRODUCED: "Show the user the script; it fails until the bug is fixed.",
    Status.CANDIDATE: "Show the user the script and its departures from the report.",
    Status.NOT_REPRODUCED: "Tell the user why; for another attempt call reproduce_start again.",
    Status.NEEDS: "Tell the user what is missing.",
    Status.CANCELLED: "To try again call reproduce_start.",
}


def after_start(session: WriterSession) -> str:
    return SETTLE if session.fingerprint is None else WRITE


def after_try(attempt: Attempt) -> str:
    if not attempt.feedback:
        return FINISH
    if attempt.rung is Rung.PROVENANCE and not attempt.candidate.patches:
        return CONTROL
    return DEPARTS if attempt.rung is Rung.CONTROL and attempt.departures else TRY_AGAIN


def after_finish(result: Reproduction) -> str:
    return _AFTER_FINISH[result.status]
