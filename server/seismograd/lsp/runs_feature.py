"""Commands about runs. What they need is loaded with the first of them, not with the server."""

from __future__ import annotations

from typing import Any

import attrs

from seismograd.lsp.language_server import SeismogradServer

RUN = "seismograd.run"
RUNS = "seismograd.runs"
RUN_SUMMARY = "seismograd.runSummary"
RUN_REPORT = "seismograd.runReport"


@attrs.define(eq=False, repr=False)
class RunParams:
    """The script to run, or the setting `entry` where there is none, and its arguments."""

    uri: str | None = None
    arguments: list[str] = attrs.field(factory=list)
    seed: int | None = None


@attrs.define(eq=False, repr=False)
class RunIdParams:
    """Names a run."""

    id: str


def register(server: SeismogradServer) -> None:
    server.command(RUN)(run)
    server.command(RUNS)(runs)
    server.command(RUN_SUMMARY)(run_summary)
    server.command(RUN_REPORT)(run_report)


async def run(ls: SeismogradServer, params: RunParams | None = None, *_more: Any) -> dict[str, str]:
    from seismograd.lsp import run_command

    return await run_command.run(ls, params or RunParams())


async def runs(ls: SeismogradServer, *_arguments: Any) -> list[dict[str, Any]]:
    from seismograd.lsp import runs_commands

    return await runs_commands.runs(ls)


async def run_summary(
    ls: SeismogradServer, params: RunIdParams | None = None, *_more: Any
) -> dict[str, Any]:
    from seismograd.lsp import runs_commands

    return await runs_commands.run_summary(ls, params)


async def run_report(
    ls: SeismogradServer, params: RunIdParams | None = None, *_more: Any
) -> dict[str, str]:
    from seismograd.lsp import runs_commands

    return await runs_commands.run_report(ls, params)
