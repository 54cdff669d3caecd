"""A reproduction in Markdown, to be pasted into the issue."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.observation import Observation
from seismograd.reproduce.result import Reproduction, outcome
from seismograd.reproduce.validate.ladder import Proof

MOST_LINES = 40
MOST_CHARACTERS = 4000


def write_up(result: Reproduction) -> str:
    return "\n".join(_lines(result)) + "\n"


def _lines(result: Reproduction) -> Iterator[str]:
    yield f"# {_one_line(result.title)}"
    yield ""
    if result.proof is None:
        yield from _without_proof(result)
    else:
        yield from _with_proof(result, result.proof)
    yield from _criteria(result)
    yield from _attempts(result)


def _without_proof(result: Reproduction) -> Iterator[str]:
    yield f"**{result.status.value}.** {_one_line(result.why)}"
    for need in result.missing:
        yield f"- {_one_line(need)}"


def _with_proof(result: Reproduction, proof: Proof) -> Iterator[str]:
    yield (
        f"**Reproduced** in {proof.fired} of {proof.runs} runs, each with another seed. "
        f"Control ({proof.control.kind.value}: {_one_line(proof.control.what)}): it did not fail."
    )
    yield ""
    yield from _fenced(proof.candidate.source, "python")
    yield ""
    yield "What it printed:"
    yield ""
    yield from _fenced(_output(proof.seen))
    yield ""
    yield "Through the project's code, the nearest to the symptom first:"
    yield ""
    for place in proof.provenance.places:
        function = f" in `{place.function}`" if place.function else ""
        yield f"- `{place.file}:{place.line}`{function}"
    yield ""
    yield from _environment(result, proof.seen)


def _environment(result: Reproduction, seen: Observation) -> Iterator[str]:
    start = seen.told.start
    found = [("commit", result.commit), ("Python", start.python if start else None)]
    found += [(name, version) for name, version in sorted(seen.told.packages.items())]
    words = ", ".join(f"{name} {version}" for name, version in found if version)
    if words:
        yield f"Environment: {words}"


def _criteria(result: Reproduction) -> Iterator[str]:
    if result.fingerprint is None:
        return
    yield ""
    yield "| | looked for | check |"
    yield "|---|---|---|"
    mark = "x" if result.proof else " "
    for one in result.fingerprint.criteria:
        yield f"| [{mark}] | {_cell(one.fact)} | `{_cell(one.check)}` |"


def _attempts(result: Reproduction) -> Iterator[str]:
    if result.proof is not None or not result.attempts:
        return
    yield ""
    yield f"{len(result.attempts)} attempts, the nearest first:"
    yield ""
    nearest = sorted(result.attempts, key=lambda one: (-one.rung, one.distance))
    for attempt in nearest[:8]:
        yield f"- {_one_line(attempt.candidate.idea)} It {outcome(attempt.rung)}."


def _output(seen: Observation) -> str:
    lines = f"{seen.stdout}{seen.stderr}"[-MOST_CHARACTERS:].splitlines()
    return "\n".join(lines[-MOST_LINES:])


def _fenced(text: str, language: str = "") -> Iterator[str]:
    """In a fence that the text cannot close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}{language}"
    yield text.rstrip("\n")
    yield fence


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return _one_line(text).replace("|", "\\|").replace("`", "'")
