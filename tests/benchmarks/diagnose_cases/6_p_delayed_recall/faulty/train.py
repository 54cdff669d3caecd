"""Recall the height of a short trigger pulse at the end of a long noisy record."""
import math
from types import SimpleNamespace

import torch
from torch import nn

hp = SimpleNamespace(length=80, hidden=24, batch=64, steps=500, lr=5e-3, t_max=80, seed=6)


def records(n, length):
    x = torch.zeros(n, length, 2)
    x[..., 0] = 0.3 * torch.randn(n, length)
    where = torch.randint(0, 6, (n,))
    height = torch.rand(n) * 2 - 1
    rows = torch.arange(n)
    x[rows, where, 0] = height
    x[rows, where, 1] = 1.0
    return x, height


class Recall(nn.Module):
    def __init__(self, hidden, t_max):
        super().__init__()
        self.lstm = nn.LSTM(2, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)
        self._chrono_init(hidden, t_max)

    @torch.no_grad()
    def _chrono_init(self, h, t_max):
        # gate order in the packed bias: input, forget, cell, output
        u = torch.empty(h).uniform_(1, t_max - 1).log()
        self.lstm.bias_ih_l0.zero_()
        self.lstm.bias_hh_l0.zero_()
        self.lstm.bias_hh_l0[:h] = u
        self.lstm.bias_hh_l0[h:2 * h] = -u

    def forward(self, x):
        seq, _ = self.lstm(x)
        return self.out(seq[:, -1]).squeeze(-1)


def main():
    torch.manual_seed(hp.seed)
    model = Recall(hp.hidden, hp.t_max)
    opt = torch.optim.Adam(model.parameters(), lr=hp.lr)
    x_test, y_test = records(500, hp.length)
    for step in range(1, hp.steps + 1):
        x, y = records(hp.batch, hp.length)
        loss = nn.functional.mse_loss(model(x), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        if step % 50 == 0:
            with torch.no_grad():
                rmse = (model(x_test) - y_test).pow(2).mean().sqrt().item()
            print(f"step {step:4d}  loss {loss.item():.4f}  test rmse {rmse:.3f}  (spread of the heights {y_test.std():.3f})")


if __name__ == "__main__":
    main()
