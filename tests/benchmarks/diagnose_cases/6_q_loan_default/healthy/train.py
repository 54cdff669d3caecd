import torch
from torch import nn
from torch.utils.data import DataLoader, random_split

from loans import loan_book
from metrics import Report


class LoanModel(nn.Module):
    def __init__(self, n_in=5, width=48):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, 1),
        )

    def forward(self, x):
        return self.layers(x)


class Trainer:
    def __init__(self, model, train_set, test_set, lr=2e-3, batch_size=128):
        self.model = model
        self.train_loader = DataLoader(train_set, batch_size=batch_size, shuffle=True)
        self.test_loader = DataLoader(test_set, batch_size=512)
        self.loss = nn.BCEWithLogitsLoss()
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr)

    def train_one_epoch(self):
        self.model.train()
        total = 0.0
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            loss = self.loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        return total / len(self.train_loader)

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        report, total = Report(), 0.0
        for x, y in self.test_loader:
            out = self.model(x)
            total += self.loss(out, y).item()
            report.update(out, y)
        return total / len(self.test_loader), report

    def run(self, epochs):
        for e in range(epochs):
            train_loss = self.train_one_epoch()
            test_loss, report = self.validate()
            print(f"epoch {e + 1:2d} | train {train_loss:.4f} | test {test_loss:.4f} | "
                  f"accuracy {report.accuracy():.3f} | recall of defaults {report.recall():.3f}")


if __name__ == "__main__":
    torch.manual_seed(12)
    book = loan_book(6000, seed=12)
    train_set, test_set = random_split(book, [4800, 1200])
    Trainer(LoanModel(), train_set, test_set).run(12)
