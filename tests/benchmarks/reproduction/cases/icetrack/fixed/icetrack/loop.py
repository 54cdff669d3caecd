from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from icetrack.drift import DriftModel, floes
from icetrack.schedule import LinearWarmup


@dataclass
class LoopOptions:
    lr: float = 2e-3
    epochs: int = 5
    batch_size: int = 8
    warmup_steps: int = 10
    weight_decay: float = 1e-4


class Loop:
    """Trains a drift model and remembers loss and learning rate of every batch."""

    def __init__(self, model: DriftModel, options: LoopOptions | None = None) -> None:
        self.model = model
        self.options = options or LoopOptions()
        self.losses: list[float] = []
        self.rates: list[float] = []

    def fit(self, loader: DataLoader) -> "Loop":
        options = self.options
        optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=options.lr, weight_decay=options.weight_decay
        )
        total = options.epochs * len(loader)
        schedule = LinearWarmup(optimizer, options.warmup_steps, total)
        for _ in range(options.epochs):
            self.model.train()
            for track, target in loader:
                optimizer.zero_grad()
                loss = nn.functional.mse_loss(self.model(track), target)
                loss.backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                optimizer.step()
                self.losses.append(loss.item())
                self.rates.append(optimizer.param_groups[0]["lr"])
                schedule.step()
        return self


def train(options: LoopOptions | None = None) -> Loop:
    options = options or LoopOptions()
    torch.manual_seed(0)
    loader = DataLoader(TensorDataset(*floes()), batch_size=options.batch_size, shuffle=True)
    return Loop(DriftModel(), options).fit(loader)


if __name__ == "__main__":
    done = train()
    print("loss", done.losses[-1], "lr", done.rates[-1])
