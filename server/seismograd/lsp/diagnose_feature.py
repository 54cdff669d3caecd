"""Commands about diagnoses. What they need is loaded with the first of them."""

from __future__ import annotations

from typing import Any

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.runs_feature import RunIdParams

DIAGNOSE = "seismograd.diagnose"
DIAGNOSIS_REPORT = "seismograd.diagnosisReport"


@attrs.define(eq=False, repr=False)
class DiagnoseParams:
    """The script to run and diagnose, or the id of a run that is over."""

    uri: str | None = None
    arguments: list[str] = attrs.field(factory=list)
    seed: int | None = None
    budget: float | None = None
    """Seconds for experiments."""
    id: str | None = None


def register(server: SeismogradServer) -> None:
    server.command(DIAGNOSE)(diagnose)
    server.command(DIAGNOSIS_REPORT)(diagnosis_report)


async def diagnose(
    ls: SeismogradServer, params: DiagnoseParams | None = None, *_more: Any
) -> dict[str, str]:
    from seismograd.lsp import diagnose_command

    return await diagnose_command.diagnose(ls, params or DiagnoseParams())


async def show_kept(ls: SeismogradServer) -> None:
    """What was found in earlier sessions, in a workspace that is trusted."""
    if not ls.options.trusted:
        return
    from seismograd.lsp import diagnose_kept

    await diagnose_kept.show(ls)


async def diagnosis_report(
    ls: SeismogradServer, params: RunIdParams | None = None, *_more: Any
) -> dict[str, str]:
    from seismograd.lsp import diagnose_command

    if params is None:
        raise JsonRpcInvalidParams("the run is missing: {id}")
    return await diagnose_command.report(ls, params.id)
