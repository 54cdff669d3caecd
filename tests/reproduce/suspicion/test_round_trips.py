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


def test_what_is_put_in_front_is_not_kept_twice() -> None:
    save = "def save(self, path):\n    Path(path).write_text('\\n'.join(self.words))\n"
    load = "def load(cls, path):\n    return cls(Path(path).read_text().splitlines())\n"
    assert "Path(path).write_text('\\n'.join(self.words[1:]))" in _texts(save)
    assert "return cls(Path(path).read_text().splitlines()[1:])" in _texts(load)
    assert _texts("def encode(self, text):\n    return self.words\n") == set()


def _texts(function: str) -> set[str]:
    node = ast.parse(dedent(function)).body[0]
    assert isinstance(node, ast.FunctionDef)
    suspects = [SuspectStatement("file.py", one, node) for one in node.body]
    operators = (round_trips.as_it_was, round_trips.without_first)
    found = (patch for one in suspects for operator in operators for patch in operator(one))
    return {patch.text.strip() for patch in found}
