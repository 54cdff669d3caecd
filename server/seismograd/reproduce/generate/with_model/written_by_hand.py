"""A script that an agent hands in, held against the same form as an answer of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from seismograd.llm import Malformed
from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.generate.with_model.answers import reader
from seismograd.reproduce.generate.with_model.import_paths import with_paths

NAME = "agent"
IDEA = "A script by an agent"


def written_by_hand(
    given: Mapping[str, Any], root: Path, project: ProjectView, tried: Sequence[Candidate]
) -> Candidate:
    """Raises `Malformed` with what is wrong with it."""
    answer = {
        "analysis": "",
        "plan": [],
        "requests": [],
        "edits": [],
        "script": given["script"],
        "switches": given.get("switches", ()),
        "patches": [_whole(patch) for patch in given.get("patches", ())],
        "idea": given.get("idea") or IDEA,
        "objection": "",
        "needs": "",
    }
    if not given["script"].strip():
        raise Malformed("The script is empty.")
    proposal = reader(None, root, tried)(answer)
    script = with_paths(proposal.script, project)
    return Candidate(script, NAME, proposal.idea, proposal.switches, proposal.patches, True)


def _whole(patch: Mapping[str, Any]) -> dict[str, Any]:
    numbers = {name: int(patch[name]) for name in ("first", "last")}
    return {"what": "", **patch, **numbers}
