import logging
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import nn

logging.basicConfig(format="%(message)s", level=logging.INFO)
log = logging.getLogger("demand")


@dataclass
class Settings:
    n_parts: int = 40
    weeks: int = 160
    history: int = 8
    hidden: tuple = (48, 24)
    lr: float = 2e-3
    epochs: int = 14
    batch: int = 64
    seed: int = field(default=31)


def simulate(s):
    """Weekly spare-part orders: most weeks have none, some have a few pieces."""
    rng = np.random.default_rng(s.seed)
    level = rng.uniform(0.10, 0.32, s.n_parts)
    t = np.arange(s.weeks)
    phase = rng.uniform(0, 2 * np.pi, s.n_parts)
    price = rng.uniform(-1, 1, (s.n_parts, s.weeks))
    rate = level[:, None] * np.exp(0.8 * np.sin(2 * np.pi * t / 26 + phase[:, None]) - 0.8 * price)
    return rng.poisson(rate), price, rate, level, phase


def build_rows(s):
    orders, price, rate, level, phase = simulate(s)
    x, y, r, week = [], [], [], []
    for p in range(s.n_parts):
        for w in range(s.history, s.weeks):
            season = [np.sin(2 * np.pi * w / 26 + phase[p]), np.cos(2 * np.pi * w / 26 + phase[p])]
            x.append(np.r_[orders[p, w - s.history:w], season, price[p, w], level[p]])
            y.append(orders[p, w])
            r.append(rate[p, w])
            week.append(w)
    as_t = lambda a: torch.tensor(np.array(a), dtype=torch.float32)
    return as_t(x), as_t(y), as_t(r), torch.tensor(week)


class DemandNet(nn.Module):
    def __init__(self, n_in, hidden):
        super().__init__()
        dims = [n_in, *hidden]
        blocks = [m for a, b in zip(dims, dims[1:]) for m in (nn.Linear(a, b), nn.SiLU())]
        self.net = nn.Sequential(*blocks, nn.Linear(dims[-1], 1))

    def forward(self, x):
        return nn.functional.softplus(self.net(x)).squeeze(-1)


def main(s=Settings()):
    torch.manual_seed(s.seed)
    x, y, rate, week = build_rows(s)
    cut = int(0.8 * s.weeks)
    tr, te = week < cut, week >= cut
    mu, sd = x[tr].mean(0), x[tr].std(0)
    x = (x - mu) / sd
    model = DemandNet(x.shape[1], s.hidden)
    opt = torch.optim.Adam(model.parameters(), lr=s.lr)
    criterion = nn.MSELoss()
    xtr, ytr = x[tr], y[tr]
    for epoch in range(s.epochs):
        perm = torch.randperm(len(xtr))
        total = 0.0
        model.train()
        for idx in perm.split(s.batch):
            opt.zero_grad()
            loss = criterion(model(xtr[idx]), ytr[idx])
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        model.eval()
        with torch.no_grad():
            pred = model(x[te])
        corr = torch.corrcoef(torch.stack([pred, rate[te]]))[0, 1].item()
        log.info("epoch %2d loss %.4f | test: ordered %d pieces, forecast %.0f pieces, correlation with true rate %.3f",
                 epoch, total / len(xtr), int(y[te].sum()), pred.sum().item(), corr)


if __name__ == "__main__":
    main()
