"""Monthly demand for slow-moving spare parts, used to plan the total stock."""
import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


def demand_table(n):
    fleet = torch.rand(n) * 4
    age = torch.rand(n) * 10
    price = torch.randn(n)
    season = torch.rand(n) * 12
    extra = torch.randn(n, 4)
    p_order = 0.04 + 0.34 * torch.sigmoid(1.2 * (fleet - 2) + 0.5 * (age - 5))
    size = 2 + 2.5 * fleet * torch.exp(-0.3 * price) * (1 + 0.4 * torch.cos(2 * torch.pi * season / 12))
    ordered = (torch.rand(n) < p_order).float()
    demand = torch.round(ordered * size * (0.8 + 0.4 * torch.rand(n)))
    x = torch.stack([fleet, age, price, torch.sin(2 * torch.pi * season / 12),
                     torch.cos(2 * torch.pi * season / 12)], dim=1)
    return torch.cat([x, extra], dim=1), demand, p_order * size


def standardise(train, *others):
    mean, std = train.mean(0), train.std(0)
    return [(t - mean) / std for t in (train, *others)]


def build(n_in):
    return nn.Sequential(nn.Linear(n_in, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1))


def train(model, loader, epochs, lr):
    criterion = nn.L1Loss()
    optimizer = optim.Adam(model.parameters(), lr=lr, weight_decay=1e-4)
    for epoch in range(epochs):
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = criterion(model(x).squeeze(1), y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(x)
        print(f"epoch {epoch + 1:2d} loss {total / len(loader.dataset):.4f}")


def report(model, x, y, expected):
    with torch.no_grad():
        forecast = model(x).squeeze(1)
    corr = torch.corrcoef(torch.stack([forecast, expected]))[0, 1].item()
    print(f"planned stock {forecast.sum():.0f} pieces, ordered {y.sum():.0f} pieces "
          f"(ratio {forecast.sum() / y.sum():.2f})")
    print(f"relative error against expected demand "
          f"{(forecast - expected).abs().sum() / expected.sum():.3f}, correlation {corr:.3f}")


if __name__ == "__main__":
    torch.manual_seed(30)
    x_train, y_train, _ = demand_table(9000)
    x_test, y_test, e_test = demand_table(3000)
    x_train, x_test = standardise(x_train, x_test)
    loader = DataLoader(TensorDataset(x_train, y_train), batch_size=128, shuffle=True)
    net = build(x_train.shape[1])
    train(net, loader, epochs=10, lr=1e-3)
    report(net, x_test, y_test, e_test)
