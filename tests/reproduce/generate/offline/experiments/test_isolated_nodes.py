"""Graphs have links for inputs, and nodes without any where the report speaks of them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Rung
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.tensors import tensor_for_name
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments import from_experiments
from seismograd.reproduce.generate.offline.seeds.experiments.answers.special_inputs import (
    make_inputs_special,
)
from seismograd.reproduce.observation import NOT_REPRODUCED, REPRODUCED
from tests.reproduce.criteria.observations import ended
from tests.reproduce.generate.offline.experiments.graph_projects import (
    NEIGHBOURS,
    NORMALISED,
    WITH_LOOPS,
)
from tests.reproduce.generate.offline.experiments.in_process import output_of
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases


def _shown(project: Project, root: Path, *, healthy: bool = False) -> list[Draft]:
    """Drafts that run clean as they are, and are bad with a node that is cut off."""
    case = next(c for c in cases(project, root, healthy=healthy) if c.fingerprint.symptom == "nan")
    found: list[Draft] = []
    for draft in islice(from_experiments(case), 6):
        if NOT_REPRODUCED in output_of(render(draft, case.fingerprint), root).splitlines():
            attempt = Attempt(Candidate("", "", ""), Rung.DRY_RUN, "", ended(stdout=NOT_REPRODUCED))
            found += make_inputs_special(case, draft, attempt)
    return [one for one in found if REPRODUCED in output_of(render(one, case.fingerprint), root)]


@pytest.mark.parametrize("project", [NEIGHBOURS, NORMALISED], ids=lambda project: project.name)
def test_a_node_without_neighbours_gives_nan(project: Project, tmp_path: Path) -> None:
    assert any("without neighbours" in draft.idea for draft in _shown(project, tmp_path / "bad"))
    assert _shown(project, tmp_path / "good", healthy=True) == []


def test_where_nodes_are_their_own_neighbours_none_is_cut_off(tmp_path: Path) -> None:
    assert _shown(WITH_LOOPS, tmp_path) == []


@pytest.mark.parametrize("name", ["adj", "adjacency", "adj_matrix", "norm_adj", "adj_norm"])
def test_links_are_no_noise(name: str) -> None:
    spec = tensor_for_name(name)
    assert spec is not None
    assert spec.expression() == "torch.ones(BATCH, BATCH)"
