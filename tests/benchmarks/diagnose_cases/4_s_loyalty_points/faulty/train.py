# Predict the loyalty points of a customer from the stream of transactions:
# only purchases during a promotion count.
from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class HP:
    steps: int = 28
    hidden: int = 20
    n_train: int = 1400
    n_test: int = 500
    batch: int = 25
    epochs: int = 9
    lr: float = 8e-3
    clip: float = 1.0


def make_customers(n, steps):
    amount = torch.rand(n, steps)
    promo = (torch.rand(n, steps) < 0.3).float()
    points = (amount * promo).sum(1)
    return torch.stack([amount, promo], -1), points


class PointsRNN(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.cell = nn.GRUCell(2, hidden)
        self.readout = nn.Linear(hidden, 1)
        self.hidden = hidden

    def forward(self, x):
        h = x.new_zeros(x.size(0), self.hidden)
        for t in range(x.size(1)):
            h = self.cell(x[:, t], h.detach())
        return self.readout(h).squeeze(1)


def main():
    hp = HP()
    torch.manual_seed(41)
    x, y = make_customers(hp.n_train, hp.steps)
    xt, yt = make_customers(hp.n_test, hp.steps)
    model = PointsRNN(hp.hidden)
    opt = torch.optim.Adam(model.parameters(), lr=hp.lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, hp.epochs)
    for epoch in range(hp.epochs):
        model.train()
        running = 0.0
        for idx in torch.randperm(hp.n_train).split(hp.batch):
            loss = nn.functional.mse_loss(model(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), hp.clip)
            opt.step()
            running += loss.item() * len(idx)
        sched.step()
        model.eval()
        with torch.no_grad():
            mse = nn.functional.mse_loss(model(xt), yt).item()
        print(f"epoch {epoch + 1:2d} train mse {running / hp.n_train:.4f} test mse {mse:.4f} R2 {1 - mse / yt.var().item():.3f}")


if __name__ == "__main__":
    main()
