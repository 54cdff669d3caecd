"""How the project's README uses what the report is about."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.readme import readme_of
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.calls import ends_the_run, targets
from seismograd.reproduce.generate.offline.seeds.snippets import draft_of, tree_of
from seismograd.reproduce.report.parse import parse_report

MOST_BLOCKS = 3
SEED = "own-use"


def from_readme(case: Case) -> Iterator[Draft]:
    """Blocks that call one of the likeliest places; what they give is meant to work."""
    if not ends_the_run(case):
        return
    names = {one.name.rpartition(".")[2] for one in targets(case)}
    found = (tree for tree in _blocks(case) if names & _called(tree))
    for number, tree in enumerate(found):
        if number < MOST_BLOCKS:
            draft = draft_of(tree, "what the README shows")
            yield draft.changed(seed=SEED, is_baseline=True)


def _blocks(case: Case) -> Iterator[ast.Module]:
    trees = (tree_of(snippet) for snippet in parse_report(readme_of(case.root)).snippets)
    yield from (tree for tree in trees if tree is not None)


def _called(tree: ast.Module) -> set[str]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {ast.unparse(call.func).rpartition(".")[2] for call in calls}
