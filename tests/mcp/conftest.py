"""A small project for assistants to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

FAULTY = """import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 3), nn.Softmax(dim=1))
loss = nn.CrossEntropyLoss()(model(torch.randn(8, 4)), torch.zeros(8, dtype=torch.long))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "sub").mkdir(parents=True)
    (folder / "train.py").write_text(FAULTY)
    (folder / "sub" / "clean.py").write_text("import torch\n")
    return folder
