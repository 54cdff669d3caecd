"""What came of a reproduction, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reports.measures import duration
from seismograd.reports.style import Style, printable
from seismograd.reproduce.result import Reproduction, Status
from seismograd.reproduce.validate.ladder import Proof

_COLOURS = {Status.REPRODUCED: "green", Status.CANCELLED: "yellow", Status.NEEDS: "yellow"}


def reproduction_text(result: Reproduction, style: Style) -> str:
    return "\n".join(_lines(result, style)) + "\n"


def _lines(result: Reproduction, style: Style) -> Iterator[str]:
    status = style.paint(result.status.value, _COLOURS.get(result.status, "red"))
    title = style.paint(printable(result.title), "bold")
    yield f"{title}: {status} after {duration(result.seconds)}"
    if result.why:
        yield f"  {printable(result.why)}"
    yield from (f"  needs {printable(need)}" for need in result.missing)
    if result.fingerprint is not None:
        mark = style.paint("✓", "green") if result.proof else style.paint("·", "dim")
        for criterion in result.fingerprint.criteria:
            yield f"  {mark} {printable(criterion.fact)}"
    if result.proof is not None:
        yield from _proof(result.proof, style)
    if result.script is not None:
        yield f"  {style.paint('script', 'dim')}   {printable(str(result.script))}"


def _proof(proof: Proof, style: Style) -> Iterator[str]:
    where = ", ".join(f"{place.file}:{place.line}" for place in proof.provenance.places[:3])
    rows = (
        ("through", where),
        ("control", f"{proof.control.kind.value}, {proof.control.what}: did not fail"),
        ("repeats", f"fired in {proof.fired} of {proof.runs} runs"),
    )
    for name, text in rows:
        yield f"  {style.paint(f'{name:<8}', 'dim')} {printable(text)}"
