import torch
from torch import nn
from torch.utils.data import DataLoader

from slidewin import Scaled, SlidingWindows

HISTORY, HORIZON = 20, 5


def make_series(length=400):
    time = torch.arange(length, dtype=torch.float32)
    return 3 + torch.sin(time / 7) + 0.3 * torch.cos(time / 2)


def fit(series, epochs=5):
    windows = SlidingWindows(series, HISTORY, HORIZON)
    loader = DataLoader(Scaled(windows, series.mean(), series.std()), batch_size=32, shuffle=True)
    model = nn.Sequential(nn.Linear(HISTORY, 32), nn.ReLU(), nn.Linear(32, HORIZON))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(epochs):
        for past, future in loader:
            loss = nn.functional.mse_loss(model(past), future)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())
    return model


if __name__ == "__main__":
    fit(make_series())
