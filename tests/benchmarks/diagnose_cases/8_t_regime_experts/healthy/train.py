import torch
import torch.nn as nn


class Expert(nn.Module):
    def __init__(self, d_in, d_hidden):
        super().__init__()
        self.fc1 = nn.Linear(d_in, d_hidden)
        self.fc2 = nn.Linear(d_hidden, 1)

    def forward(self, x):
        return self.fc2(torch.tanh(self.fc1(x)))


class MixtureOfExperts(nn.Module):
    def __init__(self, d_in, n_experts=5, d_hidden=16):
        super().__init__()
        self.gate = nn.Sequential(nn.Linear(d_in, 32), nn.ReLU(), nn.Linear(32, n_experts))
        self.experts = nn.ModuleList([Expert(d_in, d_hidden) for _ in range(n_experts)])

    def forward(self, x):
        weight = self.gate(x).softmax(dim=-1)
        answers = torch.cat([expert(x) for expert in self.experts], dim=-1)
        return (weight * answers).sum(-1), weight


def balance_term(weight):
    usage = weight.mean(0)
    return (usage * usage.log()).sum()


class RegimeData:
    """A plant with four operating regimes, each with its own linear law."""

    def __init__(self, d=6):
        self.d = d
        self.laws = 1.5 * torch.randn(4, d)
        self.offset = 2.0 * torch.randn(4)

    def draw(self, n):
        x = torch.randn(n, self.d)
        regime = (x[:, 0] > 0).long() * 2 + (x[:, 1] > 0).long()
        y = (self.laws[regime] * x).sum(1) + self.offset[regime]
        return x, y + 0.1 * torch.randn(n)


def main():
    torch.manual_seed(25)
    data = RegimeData()
    x, y = data.draw(4000)
    x_val, y_val = data.draw(1000)
    mean, std = y.mean(), y.std()
    y, y_val = (y - mean) / std, (y_val - mean) / std

    model = MixtureOfExperts(data.d)
    optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
    for epoch in range(1, 31):
        model.train()
        total = 0.0
        for idx in torch.randperm(len(x)).split(100):
            pred, weight = model(x[idx])
            mse = (pred - y[idx]).pow(2).mean()
            loss = mse + 0.01 * balance_term(weight)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += mse.item() * len(idx)
        if epoch % 5 == 0:
            model.eval()
            with torch.no_grad():
                pred, weight = model(x_val)
                r2 = 1 - (pred - y_val).pow(2).mean() / y_val.var()
            use = " ".join(f"{u:.2f}" for u in weight.mean(0).tolist())
            print(f"epoch {epoch:2d}  train mse {total / len(x):.4f}  val R2 {r2.item():.3f}  expert use {use}")


if __name__ == "__main__":
    main()
