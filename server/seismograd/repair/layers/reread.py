"""Read a program again with edits in its files, to see whether its shapes still fit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from seismograd.faults import Edit
from seismograd.program import read_program, release
from seismograd.program.model import Network, Program
from seismograd.repair.context import RepairContext
from seismograd.source.document import Document
from seismograd.source.edits import OverlappingEditsError, apply_edits
from seismograd.source.workspace import Workspace
from seismograd.time_limit import TookTooLong

UNREADABLE = (OverlappingEditsError, TookTooLong)


def still_fits(context: RepairContext, edits: Iterable[Edit]) -> bool:
    """Whether the networks are understood as well as before and no shapes contradict."""
    try:
        entry, workspace = _edited(context, edits)
        if entry is None or entry.has_errors:
            return False
        is_fit = _fits(context.program, read_program(workspace, entry))
        # Few programs are kept in memory at a time: the one of the context must stay among them.
        release(entry)
    except UNREADABLE:
        return False
    return is_fit


def _edited(context: RepairContext, edits: Iterable[Edit]) -> tuple[Document | None, Workspace]:
    """The entry file in a workspace with the edits; None where a file cannot be read."""
    workspace = Workspace([context.root])
    ordered = sorted(set(edits), key=lambda edit: edit.span.file)
    for file, own in groupby(ordered, key=lambda edit: edit.span.file):
        text = context.read(file)
        if text is None:
            return None, workspace
        workspace.open(Document(file, apply_edits(text, own)))
    return workspace.document(context.program.path), workspace


def _fits(old: Program, new: Program) -> bool:
    if len(new.mismatches) > len(old.mismatches) or len(new.losses) != len(old.losses):
        return False
    pairs = zip(old.networks, new.networks, strict=False)
    is_same = len(old.networks) == len(new.networks)
    return is_same and all(_is_as_clear(before, after) for before, after in pairs)


def _is_as_clear(before: Network, after: Network) -> bool:
    return (
        after.complete >= before.complete
        and after.output_units == before.output_units
        and bool(after.layers)
    )
