import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from series import LoadSeries


class NextHour(nn.Module):
    def __init__(self, hidden=24):
        super().__init__()
        self.rnn = nn.LSTM(1, hidden, batch_first=True)
        self.fc1 = nn.Linear(hidden, 16)
        self.fc2 = nn.Linear(16, 1)
        self.relu = nn.ReLU()

    def forward(self, x):
        out, _ = self.rnn(x)
        h = self.relu(self.fc1(out[:, -1]))
        return self.fc2(h)


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.loss_fn = nn.MSELoss()

    def run_epoch(self, loader):
        self.model.train()
        total = 0.0
        for x, y in loader:
            self.opt.zero_grad()
            loss = self.loss_fn(self.model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.opt.step()
            total += loss.item() * len(x)
        return total / len(loader.dataset)

    @torch.no_grad()
    def score(self, x, y):
        self.model.eval()
        pred = self.model(x)
        ss = ((y - pred) ** 2).sum() / ((y - y.mean()) ** 2).sum()
        return (pred - y).abs().mean().item(), 1 - ss.item()


def main():
    torch.manual_seed(4)
    train, test, (mean, std) = LoadSeries(seed=4).windows(length=36, split=0.8)
    loader = DataLoader(TensorDataset(*train), batch_size=64, shuffle=True)
    trainer = Trainer(NextHour(), lr=4e-3)
    for epoch in range(1, 13):
        loss = trainer.run_epoch(loader)
        mae, r2 = trainer.score(*test)
        print(f"epoch {epoch:02d} train_mse={loss:.4f} test_mae={mae * std:.2f} MW test_r2={r2:.3f}")


if __name__ == "__main__":
    main()
