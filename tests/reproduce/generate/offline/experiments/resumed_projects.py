"""Small projects that resume their runs, some of them one epoch off."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

_TRAINER = """\
from pathlib import Path
import torch
from torch import nn
class Trainer:
    def __init__(self, folder):
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.folder = Path(folder)
        self.first_epoch = 0
    @property
    def checkpoint(self):
        return self.folder / "last.pt"
    def fit(self, x, y, epochs):
        for epoch in range(self.first_epoch, epochs):
            for rows in torch.arange(len(x)).split(4):
                loss = nn.functional.mse_loss(self.model(x[rows]), y[rows])
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            print(f"epoch {epoch} loss {loss.item():.4f}")
            self.save(epoch)
    def save(self, epoch):
        self.folder.mkdir(exist_ok=True)
        torch.save({"model": self.model.state_dict(), "epoch": epoch}, self.checkpoint)
    def resume(self):
        state = torch.load(self.checkpoint)
        self.model.load_state_dict(state["model"])
        self.first_epoch = state["epoch"]
"""
_TRAIN = """\
import argparse
import torch
from trainer import Trainer
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--folder", default="run")
    parser.add_argument("--resume", action="store_true")
    args = parser.parse_args()
    torch.manual_seed(0)
    trainer = Trainer(args.folder)
    if args.resume:
        trainer.resume()
    trainer.fit(torch.randn(12, 3), torch.randn(12, 1), args.epochs)
if __name__ == "__main__":
    main()
"""
_IN_ONE_FILE = """\
import argparse
import torch
from torch import nn
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--num-epochs", type=int, default=4)
    parser.add_argument("--resume", default=None, help="a checkpoint")
    args = parser.parse_args()
    net = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(net.parameters())
    start = 0
    if args.resume:
        saved = torch.load(args.resume)
        net.load_state_dict(saved["net"])
        start = saved["done"] + 1
    for number in range(start, args.num_epochs):
        for _ in range(3):
            loss = net(torch.randn(4, 2)).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        torch.save({"net": net.state_dict(), "done": number + 1}, "last.pt")
        print("epoch", number, loss.item())
if __name__ == "__main__":
    main()
"""
_TWICE = """\
# One epoch is done twice when a run is resumed

`python train.py --epochs 2`, then `python train.py --epochs 4 --resume`: five lines,
not four.
"""
_SKIPPED = """\
# Resumed runs skip an epoch

I stop after 2 epochs and go on with `--resume last.pt` up to 5. There are only four lines.
"""
TRAINER = Project(
    "trainer",
    {"trainer.py": _TRAINER, "train.py": _TRAIN},
    _TWICE,
    (('= state["epoch"]', '= state["epoch"] + 1'),),
)
KEPT_AS_IT_IS = Project(
    "mended-where-it-is-saved",
    TRAINER.files,
    "# Last epoch is repeated\n\nAfter resuming from the checkpoint the last epoch is done again, "
    "so resumed runs are one epoch longer.\n",
    (('"epoch": epoch}', '"epoch": epoch + 1}'),),
)
SKIPPED = Project(
    "skipped", {"fit.py": _IN_ONE_FILE}, _SKIPPED, (('saved["done"] + 1', 'saved["done"]'),)
)
FROM_THE_LOOP = Project(
    "from-the-loop",
    {"fit.py": _IN_ONE_FILE.replace("number + 1}", "number}").replace('["done"] + 1', '["done"]')},
    "# Too many epochs after --resume\n\nContinued runs have one epoch too many, the last one is "
    "trained twice when it is resumed.\n",
    (("range(start, args", "range(start + bool(args.resume), args"),),
)
WITHOUT_MOMENTUM = Project(
    "without-momentum",
    {
        "trainer.py": """\
import torch
from torch import nn
class Trainer:
    def __init__(self, lr=0.1):
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=lr, momentum=0.9)
        self.first_epoch = 0
        self.done = 0
    def fit(self, epochs):
        x, y = torch.ones(4, 3), torch.zeros(4, 1)
        for epoch in range(self.first_epoch, epochs):
            loss = nn.functional.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.done = epoch + 1
    def save(self, path):
        states = [self.model.state_dict(), self.optimizer.state_dict(), self.done]
        torch.save(states, path)
    def load(self, path):
        model, optimizer, done = torch.load(path)
        self.first_epoch = done
        self.model.load_state_dict(model)
        self.done = done
"""
    },
    "# Loss spikes after resuming\n\nThe optimizer state is not restored by `Trainer.load`: the "
    "loss goes up when I continue.\n",
    (("(model)\n", "(model)\n        self.optimizer.load_state_dict(optimizer)\n"),),
)
"""What is loaded begins where it stopped, what never stopped begins at its first epoch again."""
ALL = (TRAINER, KEPT_AS_IT_IS, SKIPPED, FROM_THE_LOOP)
_MENDED = _TRAINER.replace('= state["epoch"]', '= state["epoch"] + 1')
NOW_AND_THEN = Project(
    "saved-now-and-then",
    {
        "trainer.py": _MENDED.replace(
            "            self.save(epoch)",
            "            if epoch % 2 == 0:\n                self.save(epoch)",
        ),
        "train.py": _TRAIN,
    },
    _TWICE,
    (),
)
SO_MANY_MORE = Project(
    "so-many-more",
    {
        "trainer.py": _MENDED.replace(
            "epochs):\n            for", "self.first_epoch + epochs):\n            for"
        ),
        "train.py": _TRAIN,
    },
    _TWICE,
    (),
)
SOUND = (NOW_AND_THEN, SO_MANY_MORE)
"""Right as they are; their reports are mistaken."""
