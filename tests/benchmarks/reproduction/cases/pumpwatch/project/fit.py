import torch
from torch import nn
from torch.utils.data import DataLoader

from forecaster import Forecaster
from settings import Settings
from windows import PressureWindows


def fit(settings: Settings) -> Forecaster:
    torch.manual_seed(0)
    model = Forecaster(settings)
    loader = DataLoader(PressureWindows(settings), settings.batch_size, shuffle=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=settings.lr)
    for epoch in range(settings.epochs):
        total = 0.0
        for history, future in loader:
            loss = nn.functional.mse_loss(model(history), future)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: mse {total / len(loader):.4f}")
    return model


if __name__ == "__main__":
    fit(Settings())
