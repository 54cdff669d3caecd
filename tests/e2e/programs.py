"""Small faulty programs, one in one file and one in two."""

from __future__ import annotations

MODEL = """\
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(784, 128)
        self.output = nn.Linear(128, 10)
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        return self.softmax(self.output(torch.relu(self.hidden(x))))
"""

TRAINING = """\
LEARNING_RATE = 1e-3
model = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=LEARNING_RATE)


def train(loader):
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
"""

SCRIPT = MODEL + "\n\n" + TRAINING
IMPORTING_SCRIPT = "import torch\nimport torch.nn as nn\nfrom model import Net\n\n" + TRAINING
SOFTMAX_CODE = "SG101"
ZERO_GRAD_CODE = "SG201"


def line_of(text: str, part: str) -> int:
    """The 0-based line that holds some text."""
    return text[: text.index(part)].count("\n")
