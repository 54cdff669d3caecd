"""One sentence in each answer: what an assistant that reproduces a bug does next."""

from __future__ import annotations

from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.results.result import Reproduction, Status
from seismograd.reproduce.validate.fidelity.examination import decisive
from seismograd.reproduce.validate.script_reviewer import doubted_criteria
from seismograd.reproduce.writer_session import WriterSession

WRITE = "Read the code that the report is about, write a script by the rules, call reproduce_try."
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
SETTLE_OTHERS = (
    "Settle criteria that the report's own words demand; if it describes no bug that a run could "
    "show, call reproduce_finish and say why."
)
DOUBTED = (
    "The criteria are taken, though a second reader does not find {ids} in the report: a script "
    "that holds by them ends as a candidate."
)
FINISH_DOUBTED = (
    "Only the criteria are doubted: call reproduce_finish, which ends as a candidate, or call "
    "reproduce_start again to settle others."
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


def after_criteria(fingerprint: Fingerprint) -> str:
    doubted = [one.id for one in fingerprint.criteria if one.doubt]
    return f"{DOUBTED.format(ids=', '.join(doubted))} {WRITE}" if doubted else WRITE


def after_try(attempt: Attempt, fingerprint: Fingerprint | None) -> str:
    if not attempt.feedback:
        return FINISH
    if _is_only_doubted(attempt, fingerprint):
        return FINISH_DOUBTED
    if attempt.stage is Stage.PROVENANCE and not attempt.candidate.patches:
        return CONTROL
    return DEPARTS if attempt.stage is Stage.CONTROL and attempt.departures else TRY_AGAIN


def after_finish(result: Reproduction) -> str:
    return _AFTER_FINISH[result.status]


def _is_only_doubted(attempt: Attempt, fingerprint: Fingerprint | None) -> bool:
    doubts = doubted_criteria(fingerprint) if fingerprint is not None else ()
    departs = decisive(attempt.departures)
    return bool(departs) and all(one in doubts for one in departs)
