"""`seismograd.applyPatch` and `seismograd.revertPatch`: versioned edits, or one clear refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from seismograd.faults import Edit
from seismograd.lsp.commands import REQUEST_FAILED
from seismograd.lsp.current_text import text_of
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.patch_edits import patch_edit
from seismograd.lsp.repair_feature import PatchParams
from seismograd.lsp.repair_rows import found_repair
from seismograd.repair.patches.patch_state import (
    PatchState,
    patch_state,
    why_not_applied,
    why_not_reverted,
)
from seismograd.repair.results.saved_repair import SavedPatch

NOT_TRUSTED = "Nothing is written into a workspace that is not trusted: trust it first."
REVERT = "Revert"
WhyNot = Callable[[SavedPatch], str | None]


async def apply(ls: SeismogradServer, asked: PatchParams) -> dict[str, bool]:
    """Afterwards a message offers to revert it."""
    patch = await _patch(ls, asked)

    def why_not(patch: SavedPatch) -> str | None:
        return why_not_applied(patch.files, partial(text_of, ls.project))

    applied = await _edited(ls, patch, patch.edits, why_not)
    if applied:
        ls.known_repairs.forget_offer(asked.id, patch)
        ls.spawn(_ask_to_revert(ls, patch, asked))
    return {"applied": applied}


async def offer_revert(ls: SeismogradServer, asked: PatchParams | None) -> None:
    """After the client itself has applied the edits of a code action, of whichever it was."""
    asked = asked or await ls.worker.run(lambda: _just_applied(ls))
    if asked is not None:
        ls.spawn(_ask_to_revert(ls, await _patch(ls, asked), asked))


def _just_applied(ls: SeismogradServer) -> PatchParams | None:
    """The patch that was offered for other texts than there are now, which are those it makes."""
    for repair, patch in ls.known_repairs.offered():
        if patch_state(patch.files, partial(text_of, ls.project)) is PatchState.APPLIED:
            ls.known_repairs.forget_offer(repair, patch)
            return PatchParams(repair, patch.number)
    return None


async def revert(ls: SeismogradServer, asked: PatchParams) -> dict[str, bool]:
    patch = await _patch(ls, asked)

    def why_not(patch: SavedPatch) -> str | None:
        return why_not_reverted(patch.files, partial(text_of, ls.project))

    edits = [file.reverse for file in patch.files]
    return {"reverted": await _edited(ls, patch, edits, why_not)}


async def _patch(ls: SeismogradServer, asked: PatchParams) -> SavedPatch:
    if not ls.options.trusted:
        raise JsonRpcException(NOT_TRUSTED, code=REQUEST_FAILED)
    saved = await found_repair(ls, asked.id)
    patch = next((one for one in saved.patches if one.number == asked.patch), None)
    if patch is None or not patch.files:
        reason = "A file of the patch is gone." if patch else "There is no such patch."
        raise JsonRpcException(reason, code=REQUEST_FAILED)
    return patch


async def _edited(
    ls: SeismogradServer, patch: SavedPatch, edits: Sequence[Edit], why_not: WhyNot
) -> bool:
    """False where the client did not take it."""

    def prepared() -> types.WorkspaceEdit:
        _require(why_not(patch))
        return patch_edit(ls.project, ls.client, edits, patch.summary)

    edit = await ls.worker.run(prepared)
    params = types.ApplyWorkspaceEditParams(edit, f"Seismograd: {patch.summary}")
    answer = await ls.workspace_apply_edit_async(params)
    if not answer.applied:
        # The text may have changed while the message was on its way.
        await ls.worker.run(lambda: _require(why_not(patch)))
    return answer.applied


def _require(reason: str | None) -> None:
    if reason is not None:
        raise JsonRpcException(reason, code=REQUEST_FAILED)


async def _ask_to_revert(ls: SeismogradServer, patch: SavedPatch, asked: PatchParams) -> None:
    info, message = types.MessageType.Info, f"Applied: {patch.summary}."
    offer = types.ShowMessageRequestParams(info, message, [types.MessageActionItem(REVERT)])
    chosen = await ls.window_show_message_request_async(offer)
    if chosen is None or chosen.title != REVERT:
        return
    try:
        await revert(ls, asked)
    except JsonRpcException as error:
        warning = types.ShowMessageParams(types.MessageType.Warning, f"Seismograd: {error}")
        ls.window_show_message(warning)
