import json

import numpy as np
import torch
from torch import nn, optim
from torch.utils.data import DataLoader, Dataset

with open("forecast.json") as f:
    cfg = json.load(f)


class Windows(Dataset):
    """Sliding windows over a series: `past` values in, `ahead` values out."""

    def __init__(self, series, past, ahead):
        self.series = torch.as_tensor(series, dtype=torch.float32)
        self.past, self.ahead = past, ahead

    def __len__(self):
        return len(self.series) - self.past - self.ahead + 1

    def __getitem__(self, i):
        middle = i + self.past
        return self.series[i:middle].unsqueeze(-1), self.series[middle : middle + self.ahead]


class Forecaster(nn.Module):
    def __init__(self, hidden, ahead):
        super().__init__()
        self.gru = nn.GRU(1, hidden, num_layers=2, batch_first=True, dropout=0.1)
        self.norm = nn.LayerNorm(hidden)
        self.head = nn.Linear(hidden, ahead)

    def forward(self, x):
        output, _ = self.gru(x)
        return self.head(self.norm(output[:, -1]))


def main():
    torch.manual_seed(cfg.get("seed", 0))
    series = np.loadtxt("load.csv", delimiter=",")
    cut = int(len(series) * 0.8)
    mean, std = series[:cut].mean(), series[:cut].std()
    scaled = (series - mean) / std
    train = Windows(scaled[:cut], cfg["past"], cfg["ahead"])
    valid = Windows(scaled[cut:], cfg["past"], cfg["ahead"])
    train_loader = DataLoader(train, batch_size=cfg["batch_size"], shuffle=True)
    valid_loader = DataLoader(valid, batch_size=256, shuffle=False)

    model = Forecaster(cfg["hidden"], cfg["ahead"])
    criterion = nn.HuberLoss()
    optimizer = optim.Adam(model.parameters(), lr=cfg["lr"])
    scheduler = optim.lr_scheduler.MultiStepLR(optimizer, milestones=[20, 30], gamma=0.3)

    for epoch in range(cfg["epochs"]):
        model.train()
        for x, y in train_loader:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        scheduler.step()

        model.eval()
        errors = []
        with torch.no_grad():
            for x, y in valid_loader:
                errors.append((model(x) - y).abs().mean(dim=1))
        print(epoch, float(torch.cat(errors).mean() * std))


if __name__ == "__main__":
    main()
