import json

import torch
from torch import nn

from demand import demand_windows
from engine import Engine


class DemandGRU(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        states, _ = self.rnn(x)
        return self.out(states[:, -1]).squeeze(-1)


def main():
    with open("config.json") as f:
        cfg = json.load(f)
    torch.manual_seed(cfg["seed"])
    x, y = demand_windows(90, 30, cfg["history"], cfg["seed"])
    cut = int(0.85 * len(x))
    print(f"{cut} training windows, {len(x) - cut} test windows")
    Engine(DemandGRU(cfg["hidden"]), cfg).fit((x[:cut], y[:cut]), (x[cut:], y[cut:]))


if __name__ == "__main__":
    main()
