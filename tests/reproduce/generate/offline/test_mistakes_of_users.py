"""Reports of people who used a sound project wrongly: there is nothing to reproduce."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reproduce.generate.offline.small_projects import SmallProject
from tests.reproduce.generate.offline.test_whole_search import searched

PRECISION = SmallProject(
    {
        "beamnet.py": """
            import torch
            from torch import nn

            class BeamNet(nn.Module):
                def __init__(self, in_features=12, hidden=16):
                    super().__init__()
                    self.first = nn.Linear(in_features, hidden)
                    self.last = nn.Linear(hidden, 2)

                def forward(self, strains):
                    return self.last(torch.relu(self.first(strains)))
            """
    },
    """# BeamNet does not work in half precision

```python
import torch
from beamnet import BeamNet

model = BeamNet().to(torch.bfloat16)
strains = torch.randn(4, 12)
model(strains)
```

RuntimeError: mat1 and mat2 must have the same dtype, but got Float and BFloat16
""",
)
SIZES = SmallProject(
    {
        "cellgrid.py": """
            import torch
            from torch import nn

            class CellGrid(nn.Module):
                def __init__(self, image_size=32, patch=8, width=16):
                    super().__init__()
                    self.cut = nn.Conv2d(3, width, patch, stride=patch)
                    self.places = nn.Parameter(torch.zeros(1, (image_size // patch) ** 2, width))

                def forward(self, images):
                    return self.cut(images).flatten(2).transpose(1, 2) + self.places
            """
    },
    """# CellGrid crashes

```python
import torch
from cellgrid import CellGrid

model = CellGrid()
images = torch.rand(2, 3, 48, 48)
model(images)
```

```
  File "cellgrid.py", line 12, in forward
    return self.cut(images).flatten(2).transpose(1, 2) + self.places
RuntimeError: The size of tensor a (36) must match the size of tensor b (16)
```
""",
)
VOCABULARY = SmallProject(
    {
        "logreader.py": """
            import torch
            from torch import nn

            class LogReader(nn.Module):
                def __init__(self, vocab_size, width=16):
                    super().__init__()
                    self.words = nn.Embedding(vocab_size, width)
                    self.read = nn.GRU(width, width, batch_first=True)

                def forward(self, tokens):
                    return self.read(self.words(tokens))[0][:, -1]
            """
    },
    """# index out of range in self

```python
import torch
from logreader import LogReader

reader = LogReader(vocab_size=50)
tokens = torch.tensor([[3, 7, 50]])
reader(tokens)
```

IndexError: index out of range in self
""",
)


@pytest.mark.slow
@pytest.mark.parametrize("project", [PRECISION, SIZES, VOCABULARY], ids=["dtype", "size", "index"])
def test_mistakes_of_users_are_not_reproduced(project: SmallProject, tmp_path: Path) -> None:
    assert searched(project.case(tmp_path)) is None
