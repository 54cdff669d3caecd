"""Small projects that stop too early or never, or keep another state than the best."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

COUNTER = Project(
    "counter",
    {
        "callbacks.py": """\
class EarlyStopping:
    def __init__(self, patience=5, min_delta=0.0):
        self.patience = patience
        self.min_delta = min_delta
        self.best = float("inf")
        self.bad_epochs = 0

    def step(self, val_loss):
        if val_loss < self.best - self.min_delta:
            self.best = val_loss
        else:
            self.bad_epochs += 1
        return self.bad_epochs >= self.patience
"""
    },
    "# Training is stopped too early\n\nEarlyStopping gives up in the middle of training while the "
    "validation loss is still improving, only not in every single epoch.\n",
    (("            self.best = val_loss\n", "            self.best = val_loss\n"
      "            self.bad_epochs = 0\n"),),
)  # fmt: skip
WRONG_WAY = Project(
    "wrong-way",
    {
        "lib/__init__.py": "",
        "lib/stopping.py": """\
import copy


class Stopper:
    '''Watches the accuracy on the validation set.'''

    def __init__(self, patience: int = 3, delta: float = 0.2):
        self.patience, self.delta = patience, delta
        self.best_score = None
        self.counter = 0
        self.early_stop = False
        self.best_state = None

    def __call__(self, accuracy, model):
        if self.best_score is None or accuracy < self.best_score - self.delta:
            self.best_score = accuracy
            self.best_state = copy.deepcopy(model.state_dict())
            self.counter = 0
        else:
            self.counter += 1
            self.early_stop = self.counter >= self.patience
""",
    },
    "Early stopping kicks in after 4 epochs\n\nmy accuracy goes up in every epoch but training "
    "stops after four of them. Patience is 3.\n",
    (("accuracy < self.best_score - self.delta", "accuracy > self.best_score + self.delta"),),
)
LOOK_BACK = Project(
    "look-back",
    {
        "train_utils.py": """\
def should_stop(losses, patience=4):
    '''True once the last `patience` losses brought nothing new.'''
    if len(losses) <= patience:
        return False
    return losses[-1] > losses[-2]
"""
    },
    "# should_stop ends training although the loss gets better\n\nOne worse epoch is enough, "
    "patience or not.\n",
    (("losses[-1] > losses[-2]", "min(losses[-patience:]) >= min(losses[:-patience])"),),
)
IN_THE_TRAINER = Project(
    "in-the-trainer",
    {
        "net.py": """\
from torch import nn


class Net(nn.Module):
    def __init__(self, features=4, classes=2):
        super().__init__()
        self.out = nn.Linear(features, classes)

    def forward(self, x):
        return self.out(x)
""",
        "trainer.py": """\
import torch
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, lr=0.01, patience=3):
        self.model = model
        self.patience = patience
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def fit(self, train_loader, val_loader, epochs=10):
        best, waited = None, 0
        for epoch in range(epochs):
            self.model.train()
            for x, y in train_loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            loss = self.evaluate(val_loader)
            if best is None or loss < best:
                best = loss
            else:
                waited += 1
            if waited > self.patience:
                print(f"stopped in epoch {epoch}")
                break
        return best

    @torch.no_grad()
    def evaluate(self, loader):
        self.model.eval()
        losses = [F.cross_entropy(self.model(x), y).item() for x, y in loader]
        return sum(losses) / len(losses)
""",
    },
    "# Trainer stops too soon\n\n`patience` seems to count all bad epochs of the training: the "
    "counter is never reset when the loss improves.\n",
    (("                best = loss\n            else", "                best, waited = loss, 0\n"
      "            else"),),
)  # fmt: skip
NEVER = Project(
    "never",
    {
        "stop.py": """\
class EarlyStopping:
    def __init__(self, patience, mode="min"):
        self.patience = patience
        self.sign = 1 if mode == "min" else -1
        self.best = None
        self.waited = 0
        self.stop = False

    def update(self, metric):
        value = self.sign * metric
        if self.best is None or value < self.best:
            self.waited = 0
        else:
            self.waited += 1
        self.best = value
        if self.waited > self.patience:
            self.stop = True
"""
    },
    "# EarlyStopping never stops\n\nThe validation loss has not improved for 60 epochs with a "
    "patience of 10, it just goes up and down.\n",
    (("            self.waited = 0\n        else", "            self.best, self.waited = value, 0\n"
      "        else"), ("        self.best = value\n        if", "        if")),
)  # fmt: skip
ALIAS = Project(
    "alias",
    {
        "keeping.py": """\
class BestKeeper:
    def __init__(self, model, mode="max"):
        self.model = model
        self.mode = mode
        self.best = None
        self.best_state = None

    def update(self, metric):
        better = self.best is None or (
            metric > self.best if self.mode == "max" else metric < self.best
        )
        if better:
            self.best = metric
            self.best_state = self.model.state_dict()
        return better

    def restore(self):
        self.model.load_state_dict(self.best_state)
"""
    },
    "# restore() gives the last weights\n\nAfter `BestKeeper.restore()` the model has the weights "
    "of the last epoch, not of the best one.\n",
    (("self.model.state_dict()", "{k: v.clone() for k, v in self.model.state_dict().items()}"),),
)
WORST_FILE = Project(
    "worst-file",
    {
        "ckpt/__init__.py": "",
        "ckpt/saver.py": """\
from pathlib import Path

import torch


class CheckpointSaver:
    '''Keeps last.pt, and best.pt with the lowest validation loss.'''

    def __init__(self, folder, name="best.pt"):
        self.folder = Path(folder)
        self.name = name
        self.lowest = 0.0

    def step(self, model, val_loss, epoch):
        state = {"epoch": epoch, "model": model.state_dict(), "val_loss": val_loss}
        torch.save(state, self.folder / "last.pt")
        if val_loss > self.lowest:
            self.lowest = val_loss
            torch.save(state, self.folder / self.name)
""",
    },
    "# CheckpointSaver saves the worst epoch\n\nbest.pt is the checkpoint with the highest loss.\n",
    (
        ("val_loss > self.lowest", "val_loss < self.lowest"),
        ("lowest = 0.0", 'lowest = float("inf")'),
    ),
)
_CALLBACK = """\
import keras


class {name}(keras.callbacks.Callback):
    def __init__(self, monitor="val_loss", mode="auto"):
        super().__init__()
        self.monitor = monitor
        self.mode = mode
        if mode == "auto":
            self.mode = {auto}

    def on_train_begin(self, logs=None):
        self.best = None

    def on_epoch_end(self, epoch, logs=None):
        value = (logs or {{}}).get(self.monitor)
        up = self.mode == "max"
        if self.best is None or {better}:
            self.best = value
            self.best_weights = self.model.get_weights()

    def on_train_end(self, logs=None):
        self.model.set_weights(self.best_weights)
"""
_UP = '"max" if monitor.endswith(("acc", "accuracy", "auc")) else "min"'
_BETTER = "(value > self.best if up else value < self.best)"
AUTO_MODE = Project(
    "auto-mode",
    {
        "callbacks.py": _CALLBACK.format(
            name="KeepBest",
            auto='"max" if monitor in ("acc", "val_acc") else "min"',
            better=_BETTER,
        )
    },
    "# KeepBest keeps the worst epoch\n\nI ran `python train.py --monitor val_accuracy`. "
    "With val_loss it is right.\n",
    (('"max" if monitor in ("acc", "val_acc") else "min"', _UP),),
)
NEWEST_WEIGHTS = Project(
    "newest-weights",
    {
        "training/__init__.py": "",
        "training/hooks.py": _CALLBACK.format(
            name="BestWeights", auto=_UP, better="value != self.best"
        ),
    },
    "# Best weights are always those of the last epoch\n\nAfter training with `BestWeights` the "
    "model has the last weights, not the best ones.\n",
    (("value != self.best", _BETTER),),
)
ALL = (
    AUTO_MODE,
    NEWEST_WEIGHTS,
    COUNTER,
    WRONG_WAY,
    LOOK_BACK,
    IN_THE_TRAINER,
    NEVER,
    ALIAS,
    WORST_FILE,
)
