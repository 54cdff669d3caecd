"""Commands about repairs. What they need is loaded with the first of them."""

from __future__ import annotations

from typing import Any

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from seismograd.lsp.language_server import SeismogradServer

REPAIR = "seismograd.repair"
REPAIRS = "seismograd.repairs"
REPAIR_REPORT = "seismograd.repairReport"
APPLY_PATCH = "seismograd.applyPatch"
REVERT_PATCH = "seismograd.revertPatch"
OFFER_REVERT = "seismograd.offerRevert"


@attrs.define(eq=False, repr=False)
class RepairParams:
    """The script to repair, or the id of an earlier repair to search again."""

    uri: str | None = None
    arguments: list[str] = attrs.field(factory=list)
    trainings: int | None = None
    """Of the search; else what the setting `repair.trainings` says."""
    objective: str | None = None
    """`NAME:max` or `NAME:min`; else found in the run."""
    id: str | None = None


@attrs.define(eq=False, repr=False)
class RepairIdParams:
    """Names a repair."""

    id: str


@attrs.define(eq=False, repr=False)
class PatchParams:
    """Names a patch of a repair."""

    id: str
    patch: int


def register(server: SeismogradServer) -> None:
    server.command(REPAIR)(repair)
    server.command(REPAIRS)(repairs)
    server.command(REPAIR_REPORT)(repair_report)
    server.command(APPLY_PATCH)(apply_patch)
    server.command(REVERT_PATCH)(revert_patch)
    server.command(OFFER_REVERT)(offer_revert)


async def repair(
    ls: SeismogradServer, params: RepairParams | None = None, *_more: Any
) -> dict[str, str]:
    from seismograd.lsp import repair_command

    return await repair_command.repair(ls, params or RepairParams())


async def repairs(ls: SeismogradServer, *_arguments: Any) -> list[dict[str, Any]]:
    from seismograd.lsp import repair_rows

    return await repair_rows.repairs(ls)


async def repair_report(
    ls: SeismogradServer, params: RepairIdParams | None = None, *_more: Any
) -> dict[str, str]:
    from seismograd.lsp import repair_rows

    if params is None:
        raise JsonRpcInvalidParams("the repair is missing: {id}")
    return await repair_rows.report(ls, params.id)


async def apply_patch(
    ls: SeismogradServer, params: PatchParams | None = None, *_more: Any
) -> dict[str, bool]:
    from seismograd.lsp import patch_commands

    return await patch_commands.apply(ls, _named(params))


async def revert_patch(
    ls: SeismogradServer, params: PatchParams | None = None, *_more: Any
) -> dict[str, bool]:
    from seismograd.lsp import patch_commands

    return await patch_commands.revert(ls, _named(params))


async def offer_revert(
    ls: SeismogradServer, params: PatchParams | None = None, *_more: Any
) -> None:
    from seismograd.lsp import patch_commands

    await patch_commands.offer_revert(ls, params)


async def show_kept(ls: SeismogradServer) -> None:
    """Patches of earlier sessions are offered again, in a workspace that is trusted."""
    if not ls.options.trusted:
        return
    from seismograd.lsp import repair_rows

    await repair_rows.load(ls)


def _named(params: PatchParams | None) -> PatchParams:
    if params is None:
        raise JsonRpcInvalidParams("the patch is missing: {id, patch}")
    return params
