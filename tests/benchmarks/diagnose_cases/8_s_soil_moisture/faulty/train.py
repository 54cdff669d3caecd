"""Soil moisture from weather features. Probes drop out now and then; such readings
are stored as 0 and carry valid = 0."""
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class ProbeTable(Dataset):
    def __init__(self, n):
        rain = torch.rand(n, 5)
        temp = torch.randn(n, 3)
        wind = torch.randn(n, 2)
        wet = (rain * torch.tensor([0.5, 0.4, 0.3, 0.2, 0.1])).sum(1)
        dry = 0.12 * temp[:, 0] * (1 + 0.5 * torch.tanh(wind[:, 0])) + 0.06 * temp[:, 1]
        moisture = 25 + 30 * (wet - 0.75) - 40 * dry + 1.0 * torch.randn(n)
        self.x = torch.cat([2 * rain - 1, temp, wind], dim=1)
        p_fail = torch.sigmoid(2.0 * temp[:, 0] - 0.5)
        self.valid = (torch.rand(n) > p_fail).float()
        self.y = torch.where(self.valid > 0, moisture, torch.zeros(n)).unsqueeze(1)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i], self.valid[i]


class MoistureNet(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(10, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(),
                                    nn.Linear(width, 1))

    def forward(self, x):
        return 25 + 10 * self.layers(x)


def masked_mse(pred, target, valid):
    squared = (pred - target) ** 2
    return (squared * valid).sum() / valid.sum().clamp(min=1)


def evaluate(model, table):
    model.eval()
    keep = table.valid > 0
    with torch.no_grad():
        pred = model(table.x[keep])[:, 0]
    truth = table.y[keep, 0]
    r2 = 1 - (pred - truth).pow(2).sum() / (truth - truth.mean()).pow(2).sum()
    return (pred - truth).abs().mean().item(), r2.item()


def main():
    torch.manual_seed(16)
    train_table, test_table = ProbeTable(6000), ProbeTable(1500)
    loader = DataLoader(train_table, batch_size=64, shuffle=True)
    model = MoistureNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(1, 16):
        model.train()
        mean_loss = 0.0
        for x, y, valid in loader:
            optimizer.zero_grad()
            loss = masked_mse(model(x), y, valid)
            loss.backward()
            optimizer.step()
            mean_loss += loss.item() / len(loader)
        if epoch % 3 == 0:
            mae, r2 = evaluate(model, test_table)
            print(f"epoch {epoch:2d}  loss {mean_loss:9.3f}  test MAE {mae:.2f}  R2 {r2:.3f}")


if __name__ == "__main__":
    main()
