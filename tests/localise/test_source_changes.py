"""Changes of the source that an experiment can try: batch size, epochs, width."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.faults import Fix
from seismograd.localise.diagnose_run import ProjectReader, read_script
from seismograd.localise.source_lines import SourceLines
from seismograd.settings import Settings
from tests.traces.symptoms.made_histories import history

SCRIPT = """
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

BATCH = {batch}
EPOCHS = 4
data = TensorDataset(torch.randn(64, 8), torch.randn(64, 1))
loader = DataLoader(data, batch_size=BATCH, shuffle=True)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(EPOCHS):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
"""


def lines_of(folder: Path, batch: int) -> SourceLines:
    script = folder / "train.py"
    script.write_text(SCRIPT.format(batch=batch))
    program = read_script(folder, script, Settings()).program
    return SourceLines(folder, history(), program, ProjectReader(folder))


def edits(fixes: list[Fix]) -> list[tuple[int, str]]:
    return [(edit.span.start.line, edit.new_text) for fix in fixes for edit in fix.edits]


@pytest.mark.parametrize(("batch", "expected"), [(2, [(6, "32")]), (2048, [(6, "32")]), (64, [])])
def test_an_unusual_batch_size_is_changed_where_it_stands(
    tmp_path: Path, batch: int, expected: list[tuple[int, str]]
) -> None:
    assert edits(lines_of(tmp_path, batch).other_batch_size()) == expected


def test_epochs_are_changed_where_they_stand(tmp_path: Path) -> None:
    assert edits(lines_of(tmp_path, 64).longer(3)) == [(7, "12")]
