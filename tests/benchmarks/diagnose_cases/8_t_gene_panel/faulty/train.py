import torch
from torch import nn


class PanelNet(nn.Module):
    def __init__(self, genes, width=256):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(genes, width), nn.ReLU(),
            nn.Linear(width, width), nn.ReLU(),
            nn.Linear(width, 2),
        )

    def forward(self, x):
        return self.net(x)


def load_panel(n=1500, genes=20):
    """Expression panel: a handful of marker genes decide, the diagnosis in the register is sometimes wrong."""
    x = torch.randn(n, genes)
    w = torch.zeros(genes)
    w[:8] = torch.tensor([1.5, -1.2, 1.0, -1.0, 0.9, 1.3, -0.8, 1.1])
    y = (x @ w > 0).long()
    wrong = torch.rand(n) < 0.12
    return x, torch.where(wrong, 1 - y, y)


class Trainer:
    def __init__(self, model, lr=1e-3, batch=32):
        self.model = model
        self.batch = batch
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def accuracy(self, x, y):
        self.model.eval()
        with torch.no_grad():
            return (self.model(x).argmax(1) == y).float().mean().item()

    def train_epoch(self, x, y):
        self.model.train()
        total = 0.0
        for idx in torch.randperm(len(x)).split(self.batch):
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x[idx]), y[idx])
            loss.backward()
            self.optimizer.step()
            total += loss.item() * len(idx)
        return total / len(x)

    def fit(self, x, y, epochs):
        for epoch in range(1, epochs + 1):
            loss = self.train_epoch(x, y)
            if epoch % 5 == 0:
                print(f"epoch {epoch:3d}  loss {loss:.4f}  accuracy {self.accuracy(x, y):.3f}")
        print(f"final model: train accuracy {self.accuracy(x, y):.3f}")


def main():
    torch.manual_seed(12)
    x, y = load_panel()
    model = PanelNet(x.size(1))
    trainer = Trainer(model)
    trainer.fit(x, y, epochs=60)
    torch.save(model.state_dict(), "panel_net.pt")


if __name__ == "__main__":
    main()
