"""What makes mere values of a tensor is taken away, all of it at once."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.suspicion.operators.gradients import without_cut
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("y = x + torch.tensor(self.phase[i].tolist())", "y = x + self.phase[i]"),
        ("y = torch.tensor(x.detach().cpu().numpy())", "y = x"),
        ("y = torch.as_tensor(x.data)", "y = x"),
        ("y = x.detach() * 2", "y = x * 2"),
        ("y = keras.ops.stop_gradient(x)", "y = x"),
    ],
)
def test_the_graph_stays(line: str, other: str) -> None:
    suspect = SuspectStatement("file.py", ast.parse(line).body[0], None)
    assert other in {patch.text for patch in without_cut(suspect)}
