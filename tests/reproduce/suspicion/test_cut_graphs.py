"""What makes mere values of a tensor is taken away, all of it at once."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.suspicion.operators.gradients import of_tensors, without_cut
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


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("s = min(math.exp(self.scale), 100.0)", "s = min(self.scale.exp(), 100.0)"),
        ("s = np.sqrt(self.width.detach().numpy())", "s = self.width.sqrt()"),
        ("s = math.log(w.item()) * x", "s = w.log() * x"),
        ("y = float(self.alpha) * x", "y = self.alpha * x"),
    ],
)
def test_numbers_are_tensors_again(line: str, other: str) -> None:
    suspect = SuspectStatement("file.py", ast.parse(line).body[0], None)
    assert other in {patch.text for patch in of_tensors(suspect)}


def test_numbers_that_were_never_tensors_stay() -> None:
    suspect = SuspectStatement(
        "file.py", ast.parse("y = math.sqrt(2) * float('inf')").body[0], None
    )
    assert not list(of_tensors(suspect))
