"""A reproduction in Markdown, to be pasted into the issue."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from pathlib import PurePath

from seismograd.redaction import redact
from seismograd.reproduce.commits.bisect import bisection_in_words
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.results.plain_paths import without_machine
from seismograd.reproduce.results.result import Reproduction, outcome
from seismograd.reproduce.validate.controls.control import Control, ControlKind
from seismograd.reproduce.validate.fidelity.departures import describe
from seismograd.reproduce.validate.fidelity.examination import decisive

MOST_LINES = 40
MOST_CHARACTERS = 4000
MOST_CHARACTERS_READ = 16 * MOST_CHARACTERS
"""A secret that the cut goes through is only known as one together with what is cut off."""
MOST_ATTEMPTS = 8
_KINDS = {
    ControlKind.FIXED_COMMIT: "the same script on a version where the bug is gone",
    ControlKind.VARIANT: "the same script without the trigger",
    ControlKind.PATCHED_LINE: "the same script with another line in the project",
}


def write_up(result: Reproduction) -> str:
    """For everybody's eyes: also what the script and the report say is without secrets."""
    return redact("\n".join(_lines(result))) + "\n"


def _lines(result: Reproduction) -> Iterator[str]:
    yield f"# {_one_line(result.title)}"
    yield ""
    if result.proof is None:
        yield from _without_proof(result)
        yield from _criteria(result)
        yield from _plan(result)
        yield from _attempts(result)
    else:
        yield from _with_proof(result, result.proof)


def _without_proof(result: Reproduction) -> Iterator[str]:
    yield f"**{result.status.value}.** {_plain(result.why)}".rstrip()
    if result.missing:
        yield ""
    for need in result.missing:
        yield f"- needs {_plain(need)}"
    if result.sandbox:
        yield ""
        yield f"Scripts were run in the sandbox {result.sandbox}."


def _plan(result: Reproduction) -> Iterator[str]:
    """For whoever goes on by hand."""
    if result.plan is None or not result.plan.steps:
        return
    yield from _heading("Plan")
    for number, step in enumerate(result.plan.steps, start=1):
        yield f"{number}. {_plain(step)}"


def _with_proof(result: Reproduction, proof: Proof) -> Iterator[str]:
    yield (
        f"{_claim(proof)} the script below failed as reported in {proof.fired} of {proof.runs} "
        "runs, each in a fresh interpreter with another seed, and did not fail in the control."
    )
    yield from _departures(proof)
    yield from _criteria(result)
    yield ""
    yield f"Read again by a language model: {result.second_reader}."
    yield from _script(result, proof)
    yield from _output(proof, _script_name(result))
    yield from _control(proof)
    yield from _places(proof)
    yield from _environment(result, proof.seen)
    yield from _bisection(result)


def _claim(proof: Proof) -> str:
    return "**Reproduced**:" if proof.is_faithful else "**Not reproduced as reported**:"


def _departures(proof: Proof) -> Iterator[str]:
    if proof.is_faithful:
        return
    yield ""
    yield "But that depends on what neither the report nor the project's own use has:"
    yield ""
    yield from (f"- {_plain(describe(one))}" for one in decisive(proof.departures))


def _script(result: Reproduction, proof: Proof) -> Iterator[str]:
    name = _script_name(result)
    yield from _heading("Script")
    yield f"Save it as `{name}` and run it in the folder of the project:"
    yield ""
    yield from _fenced(f"PYTHONPATH=. python {name}", "sh")
    yield ""
    yield (
        "It fails while the bug is there, and prints `NOT REPRODUCED` and ends with status 0 "
        "once it is gone."
    )
    yield ""
    yield from _fenced(proof.candidate.source, "python")


def _output(proof: Proof, script: str) -> Iterator[str]:
    yield from _heading("Output")
    yield from _fenced(_printed(proof.seen, script))


def _control(proof: Proof) -> Iterator[str]:
    control = proof.control
    yield from _heading("Control")
    yield f"{_KINDS[control.kind].capitalize()} did not fail: {_plain(control.what)}."
    for switch, does in control.switches.items():
        yield f"With {_plain(switch)} {does}."
    difference = list(_difference(proof.candidate.source, control))
    if difference:
        yield ""
        yield from _fenced("\n".join(difference), "diff")


def _difference(source: str, control: Control) -> Iterator[str]:
    """The lines of the script that are another in the control."""
    lines = difflib.unified_diff(source.splitlines(), control.source.splitlines(), n=0, lineterm="")
    yield from (line for line in lines if not line.startswith(("---", "+++", "@@")))


def _places(proof: Proof) -> Iterator[str]:
    yield from _heading("Where")
    how = "The error came through" if proof.provenance.by_frame else "The script went through"
    yield f"{how} these places of the project, the nearest to the symptom first:"
    yield ""
    for place in proof.provenance.places:
        function = f" in `{_cell(place.function)}`" if place.function else ""
        yield f"- `{_cell(place.file)}:{place.line}`{function}"


def _environment(result: Reproduction, seen: Observation) -> Iterator[str]:
    start = seen.told.start
    found = [("commit", result.commit), ("the files as they lay at commit", result.head)]
    if start is not None:
        found += [("Python", start.python), ("on", start.platform)]
    found += [("in the sandbox", result.sandbox)]
    found += [(name, version) for name, version in sorted(seen.told.packages.items())]
    rows = [f"{name} {_plain(version)}" for name, version in found if version]
    if rows:
        yield from _heading("Environment")
        yield ", ".join(rows)


def _bisection(result: Reproduction) -> Iterator[str]:
    if result.bisection is None:
        return
    yield from _heading("History")
    yield f"Bisected with the script: {_plain(bisection_in_words(result.bisection))}."


def _criteria(result: Reproduction) -> Iterator[str]:
    if result.fingerprint is None:
        return
    passed = dict.fromkeys((one.id for one in result.fingerprint.criteria), False)
    if result.proof is not None:
        passed |= {one.id: verdict.passed for one, verdict in result.proof.judgement.verdicts}
    yield ""
    yield "| | looked for | check |"
    yield "|---|---|---|"
    for one in result.fingerprint.criteria:
        mark = "x" if passed[one.id] else " "
        yield f"| [{mark}] | {_cell(one.told)} | `{_cell(one.check)}` |"


def _attempts(result: Reproduction) -> Iterator[str]:
    if not result.attempts:
        return
    yield ""
    yield f"Tried: {len(result.attempts)} scripts. Those that came nearest:"
    yield ""
    nearest = sorted(result.attempts, key=lambda one: (-one.stage, one.distance))
    for attempt in nearest[:MOST_ATTEMPTS]:
        yield f"- {_plain(attempt.candidate.idea)} It {outcome(attempt.stage)}."


def _printed(seen: Observation, script: str) -> str:
    start = seen.told.start
    text = f"{seen.stdout}{seen.stderr}"[-MOST_CHARACTERS_READ:]
    plain = without_machine(text, start.root if start else None, script)[-MOST_CHARACTERS:]
    return "\n".join(plain.splitlines()[-MOST_LINES:])


def _script_name(result: Reproduction) -> str:
    return PurePath(result.script).name if result.script else "reproduce.py"


def _heading(words: str) -> Iterator[str]:
    yield ""
    yield f"## {words}"
    yield ""


def _fenced(text: str, language: str = "") -> Iterator[str]:
    """In a fence that the text cannot close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}{language}"
    yield text.rstrip("\n")
    yield fence


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    return without_machine(_one_line(text), None, "")


def _cell(text: str) -> str:
    return _one_line(text).replace("|", "\\|").replace("`", "'")
