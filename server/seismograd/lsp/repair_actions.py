"""In the light bulb: search a verified patch, and apply what a search has found."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from seismograd.faults import Span
from seismograd.lsp.current_text import text_of
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.patch_edits import patch_edit
from seismograd.lsp.repair_feature import APPLY_PATCH, OFFER_REVERT, REPAIR
from seismograd.lsp.repairs import QUICK_FIX
from seismograd.lsp.requested_actions import is_requested, touches
from seismograd.lsp.run_repairs import diagnosed_run
from seismograd.lsp.training_loops import can_be_run, script_for, training_loops
from seismograd.lsp.uris import uri_of

if TYPE_CHECKING:
    from seismograd.repair.results.saved_repair import SavedPatch

SEARCH = "Search a verified patch"
OUR_SEARCH, OUR_APPLY = "seismograd.repairScript", "seismograd.applyPatchOfRepair"
"""Commands of our own client, which shows what goes on."""


def repair_actions(
    ls: SeismogradServer, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    uri = params.text_document.uri
    if not ls.options.trusted or not is_requested(QUICK_FIX, params.context.only):
        return
    area = ls.project.places.span(uri, params.range)
    yield from _apply_actions(ls, area)
    yield from _search_actions(ls, area)


def _apply_actions(ls: SeismogradServer, area: Span) -> Iterator[types.CodeAction]:
    """On the lines that a patch changes, as long as the text is what the search has seen."""
    known = list(ls.known_repairs.patches_in(area.file))
    text = text_of(ls.project, area.file) if known else None
    if text is None:
        return
    from seismograd.repair.patches.patched_file import text_digest

    digest = text_digest(text)
    for repair, patch in known:
        if _changes_line(patch, area, digest):
            yield _apply_action(ls, repair.id, patch)


def _apply_action(ls: SeismogradServer, repair: str, patch: SavedPatch) -> types.CodeAction:
    """With the edit, so that the editor can show a preview; else a command that says why not."""
    from seismograd.repair.patches.patch_state import PatchState, patch_state

    title, argument = f"Apply: {patch.summary}", {"id": repair, "patch": patch.number}
    if patch_state(patch.files, partial(text_of, ls.project)) is PatchState.READY:
        edit = patch_edit(ls.project, ls.client, patch.edits, patch.summary)
        ls.known_repairs.offer(repair, patch)
        # Without arguments: VS Code forgets those of actions that it has asked for again, which
        # it may do while somebody looks at the preview.
        command = types.Command("Offer to revert", OFFER_REVERT)
        return types.CodeAction(title, kind=QUICK_FIX, edit=edit, command=command)
    name = OUR_APPLY if ls.options.shows_jobs else APPLY_PATCH
    command = types.Command(title, name, arguments=[argument])
    return types.CodeAction(title, kind=QUICK_FIX, command=command)


def _changes_line(patch: SavedPatch, area: Span, digest: str) -> bool:
    return any(
        edit.span.start.line <= area.end.line and area.start.line <= edit.span.end.line
        for file in patch.files
        if file.path == area.file and file.before == digest
        for edit in file.edits
    )


def _search_actions(ls: SeismogradServer, area: Span) -> Iterator[types.CodeAction]:
    """On findings of a file that trains, and on the first lines of its loops."""
    if not can_be_run(ls, area.file):
        return
    last = ls.last_runs.about(area.file)
    loops = training_loops(ls, area.file)
    is_on_loop = any(area.start.line <= one.start.line <= area.end.line for one in loops)
    if not is_on_loop and not ((loops or last) and _is_on_finding(ls, area)):
        return
    uri, ours = uri_of(script_for(last, area.file)), ls.options.shows_jobs
    argument = uri if ours else {"uri": uri}
    command = types.Command(SEARCH, OUR_SEARCH if ours else REPAIR, arguments=[argument])
    yield types.CodeAction(SEARCH, kind=QUICK_FIX, command=command)


def _is_on_finding(ls: SeismogradServer, area: Span) -> bool:
    """Of a rule, or of a run."""
    found = [*ls.project.visible_findings(area.file)]
    last = diagnosed_run(ls, area.file)
    if last is not None and last.diagnosis is not None:
        found += [cause.finding for cause in last.diagnosis.causes]
    return any(one.span.file == area.file and touches(one.span, area) for one in found)
