"""The light bulb: quick fixes, fix all, and comments that silence a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams

from seismograd.faults import Edit, Finding
from seismograd.lsp.diagnostics import SOURCE
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.repair_actions import repair_actions
from seismograd.lsp.repairs import (
    FIX_ALL,
    NOTEBOOK_FIX_ALL,
    QUICK_FIX,
    Repair,
    fix_all_of,
    repairs_of,
)
from seismograd.lsp.requested_actions import is_requested, touches
from seismograd.lsp.run_findings import RUN_SOURCE
from seismograd.lsp.run_repairs import diagnosed_run, run_repairs_of
from seismograd.lsp.workspace_edits import workspace_edit

OPEN_DIAGNOSIS = "seismograd.openDiagnosis"
OPEN_REPORT = "Open the evidence and plots of this diagnosis"


def register(server: SeismogradServer) -> None:
    options = types.CodeActionOptions(
        code_action_kinds=[QUICK_FIX, FIX_ALL, NOTEBOOK_FIX_ALL], resolve_provider=True
    )
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(code_action)
    server.feature(types.CODE_ACTION_RESOLVE)(resolve_code_action)


async def code_action(
    ls: SeismogradServer, params: types.CodeActionParams
) -> list[types.CodeAction]:
    uri = params.text_document.uri
    return await ls.run_checked(uri, lambda: list(_actions(ls, params)))


async def resolve_code_action(ls: SeismogradServer, action: types.CodeAction) -> types.CodeAction:
    if action.command is not None:
        # It is whole: editors ask about every action without an edit.
        return action
    data = action.data
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        raise JsonRpcInvalidParams("this code action was not offered by seismograd")
    uri, key = data["uri"], data.get("repair")
    action.edit = await ls.run_checked(uri, partial(_edit_of, ls, uri, key))
    if action.edit is None:
        raise JsonRpcContentModified("the finding is no longer there")
    return action


def _actions(ls: SeismogradServer, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    uri = params.text_document.uri
    for repair, diagnostics in _offers(ls, params):
        edit = workspace_edit(ls.project, ls.client, repair.edits)
        if edit is None:
            continue
        action = types.CodeAction(
            title=repair.title,
            kind=repair.kind,
            diagnostics=diagnostics or None,
            is_preferred=repair.preferred or None,
        )
        if ls.client.resolves_edits:
            action.data = {"uri": uri, "repair": repair.key}
        else:
            action.edit = edit
        yield action
    yield from _report_actions(ls, params)
    yield from repair_actions(ls, params)


def _report_actions(
    ls: SeismogradServer, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    """The page of the diagnosis that a cause comes from, for the client that can open it."""
    area = ls.project.places.span(params.text_document.uri, params.range)
    last = diagnosed_run(ls, area.file)
    if last is None or last.diagnosis is None or not ls.options.shows_jobs:
        return
    causes = [cause.finding for cause in last.diagnosis.causes]
    if is_requested(QUICK_FIX, params.context.only) and any(
        touches(one.span, area) for one in causes if one.span.file == area.file
    ):
        command = types.Command(OPEN_REPORT, OPEN_DIAGNOSIS, arguments=[{"id": last.diagnosis.run}])
        yield types.CodeAction(OPEN_REPORT, kind=QUICK_FIX, command=command)


def _offers(
    ls: SeismogradServer, params: types.CodeActionParams
) -> Iterator[tuple[Repair, list[types.Diagnostic]]]:
    """The repairs that a request is about, each with the diagnostics that it answers."""
    area = ls.project.places.span(params.text_document.uri, params.range)
    only = params.context.only
    if is_requested(QUICK_FIX, only):
        for repair, finding, source in _all_repairs(ls, area.file):
            meant = _meant(ls, finding, source, params.context.diagnostics)
            if meant or touches(finding.span, area):
                yield repair, meant
    if only is not None:
        # Fix-all is for saving and for commands; in a plain light bulb it would be noise.
        for repair in fix_all_of(ls.project, area.file):
            if is_requested(repair.kind, only):
                yield repair, []


def _all_repairs(ls: SeismogradServer, path: str) -> Iterator[tuple[Repair, Finding, str]]:
    """With the source of the diagnostic; what a rule proposes already is not repeated."""
    offered: set[tuple[Edit, ...]] = set()
    for repair, finding in repairs_of(ls.project, path):
        offered.add(repair.edits)
        yield repair, finding, SOURCE
    for repair, finding in run_repairs_of(ls, path):
        if repair.edits not in offered:
            yield repair, finding, RUN_SOURCE


def _meant(
    ls: SeismogradServer, finding: Finding, source: str, diagnostics: Sequence[types.Diagnostic]
) -> list[types.Diagnostic]:
    """The diagnostics of the request that stand for a finding."""
    area = ls.project.places.location(finding.span).range
    return [
        diagnostic
        for diagnostic in diagnostics
        if (diagnostic.source, diagnostic.code) == (source, finding.code)
        and diagnostic.range == area
    ]


def _edit_of(ls: SeismogradServer, uri: str, key: object) -> types.WorkspaceEdit | None:
    path = ls.project.files.path_of(uri)
    offers = [repair for repair, _, _ in _all_repairs(ls, path)]
    if key == FIX_ALL:
        offers = list(fix_all_of(ls.project, path))
    wanted = next((repair for repair in offers if repair.key == key), None)
    return workspace_edit(ls.project, ls.client, wanted.edits) if wanted else None
