"""What came of a reproduction, for people at a terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator

from seismograd.reports.findings_text import finding_text
from seismograd.reports.measures import duration
from seismograd.reports.report import Report
from seismograd.reports.style import Style, printable
from seismograd.reproduce.commits.bisect import bisection_in_words
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.results.result import Reproduction, Status
from seismograd.reproduce.validate.fidelity.departures import describe
from seismograd.reproduce.validate.fidelity.examination import decisive

_COLOURS = {
    Status.REPRODUCED: "green",
    Status.CANDIDATE: "yellow",
    Status.CANCELLED: "yellow",
    Status.NEEDS: "yellow",
}


def reproduction_text(result: Reproduction, style: Style, base: str | None = None) -> str:
    """`base` is the folder that paths of findings are shown from."""
    return "\n".join(_lines(result, style, base or os.getcwd())) + "\n"


def _lines(result: Reproduction, style: Style, base: str) -> Iterator[str]:
    status = style.paint(result.status.value, _COLOURS.get(result.status, "red"))
    title = style.paint(printable(result.title), "bold")
    yield f"{title}: {status} after {duration(result.seconds)}"
    if result.why:
        yield f"  {printable(result.why)}"
    yield from (f"  needs {printable(need)}" for need in result.missing)
    yield from _criteria(result, style)
    for name, text in _rows(result):
        yield f"  {style.paint(f'{name:<8}', 'dim')} {printable(text)}"
    yield from _findings(result, style, base)


def _criteria(result: Reproduction, style: Style) -> Iterator[str]:
    if result.fingerprint is None:
        return
    mark = style.paint("✓", "green") if result.proof else style.paint("·", "dim")
    for criterion in result.fingerprint.criteria:
        yield f"  {mark} {printable(criterion.told)}"


def _rows(result: Reproduction) -> Iterator[tuple[str, str]]:
    if result.proof is not None:
        yield from _proof(result.proof)
        yield "reader", str(result.second_reader)
    if result.lines is not None:
        found, small = result.lines
        yield "size", f"{small} lines of code, {found} as it was found"
    if result.bisection is not None:
        yield "history", bisection_in_words(result.bisection)
    files = (("script", result.script), ("test", result.test), ("nearest", result.nearest))
    yield from ((name, str(path)) for name, path in files if path is not None)
    if result.sandbox:
        yield "sandbox", result.sandbox
    if result.model_said and result.proof is None:
        yield "model", result.model_said
    if result.spent:
        yield "asked", result.spent


def _proof(proof: Proof) -> Iterator[tuple[str, str]]:
    where = ", ".join(f"{place.file}:{place.line}" for place in proof.provenance.places[:3])
    yield "through", where
    yield "control", f"{proof.control.kind.value}, {proof.control.what}: did not fail"
    yield "repeats", f"fired in {proof.fired} of {proof.runs} runs"
    yield from (("departs", describe(one)) for one in decisive(proof.departures))


def _findings(result: Reproduction, style: Style, base: str) -> Iterator[str]:
    report = Report(result.findings, base=base)
    for finding in result.findings:
        yield ""
        yield finding_text(report, finding, style)
