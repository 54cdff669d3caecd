"""What was read back from a text is tried as it was before."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from seismograd.reproduce.suspicion.operators import round_trips
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

FROM_JSON = """
    def load(path):
        facts = json.loads(path.read_text())
        rows = facts["rows"]
        return Index(rows, facts.get("shape"))
    """
FROM_A_PICKLE = """
    def load(path):
        facts = pickle.load(open(path, "rb"))
        rows = facts["rows"]
        return Index(rows)
    """


@pytest.mark.parametrize(
    "other",
    [
        "rows = {int(key): value for key, value in facts['rows'].items()}",
        "rows = [tuple(row) for row in facts['rows']]",
        "return Index(rows, tuple(facts.get('shape')))",
    ],
)
def test_keys_and_rows_as_they_were(other: str) -> None:
    assert other in _texts(FROM_JSON)


def test_what_a_pickle_keeps_is_left_alone() -> None:
    assert _texts(FROM_A_PICKLE) == set()


def _texts(function: str) -> set[str]:
    node = ast.parse(dedent(function)).body[0]
    assert isinstance(node, ast.FunctionDef)
    suspects = [SuspectStatement("file.py", one, node) for one in node.body]
    return {patch.text.strip() for one in suspects for patch in round_trips.as_it_was(one)}
