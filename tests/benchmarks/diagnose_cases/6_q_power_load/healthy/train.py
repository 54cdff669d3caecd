import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from forecaster import LoadForecaster
from series import feeder_loads, windows

SEED = 31
HISTORY, HORIZON = 48, 6


def main():
    torch.manual_seed(SEED)
    loads = feeder_loads(60, 24 * 20, SEED)
    mean, std = loads[:48].mean(), loads[:48].std()
    scaled = (loads - mean) / std
    train = TensorDataset(*windows(scaled[:48], HISTORY, HORIZON, 6))
    x_test, y_test = windows(scaled[48:], HISTORY, HORIZON, 6)
    loader = DataLoader(train, batch_size=64, shuffle=True)

    model = LoadForecaster(HISTORY, HORIZON)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=12)
    loss_fn = nn.MSELoss()
    naive = (x_test[:, -1:] - y_test).abs().mean() * std
    print(f"windows: {len(train)} train, {len(x_test)} test; MAE of repeating the last hour {naive:.2f} MW")

    for epoch in range(12):
        model.train()
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(x)
        scheduler.step()
        model.eval()
        with torch.no_grad():
            mae = (model(x_test) - y_test).abs().mean() * std
        print(f"epoch {epoch + 1:2d}  mse {total / len(train):.4f}  test MAE {mae:.2f} MW")


if __name__ == "__main__":
    main()
