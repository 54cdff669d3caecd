"""Several tags a document, from counts of words."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

TAGS, WORDS = 6, 60


class Documents(Dataset):
    def __init__(self, count, topics):
        self.tags = (torch.rand(count, TAGS) < 0.35).float()
        rates = 0.15 + self.tags @ topics
        self.counts = torch.poisson(rates)

    def __len__(self):
        return len(self.tags)

    def __getitem__(self, index):
        return torch.log1p(self.counts[index]), self.tags[index]


class Tagger(nn.Module):
    def __init__(self, width=64, dropout=0.2):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(WORDS, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(dropout)
        )
        self.head = nn.Linear(width, TAGS)

    def forward(self, counts):
        return self.head(self.body(counts))


def f1_score(model, loader):
    model.eval()
    found = wrong = missed = 0.0
    with torch.no_grad():
        for counts, tags in loader:
            predicted = (torch.sigmoid(model(counts)) > 0.5).float()
            found += (predicted * tags).sum().item()
            wrong += (predicted * (1 - tags)).sum().item()
            missed += ((1 - predicted) * tags).sum().item()
    return 2 * found / max(2 * found + wrong + missed, 1.0)


def fit(model, loader, valid_loader, config):
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.RMSprop(model.parameters(), lr=config["lr"])
    for epoch in range(config["epochs"]):
        model.train()
        history = []
        for counts, tags in loader:
            optimizer.zero_grad()
            loss = criterion(model(counts), tags)
            loss.backward()
            optimizer.step()
            history.append(loss.item())
        mean = sum(history) / len(history)
        print(f"epoch {epoch}: loss {mean:.3f} f1 {f1_score(model, valid_loader):.3f}")


if __name__ == "__main__":
    torch.manual_seed(17)
    config = {"lr": 1e-3, "epochs": 12, "batch_size": 50}
    topics = 1.2 * (torch.rand(TAGS, WORDS) < 0.15).float()
    train_set, valid_set = Documents(2000, topics), Documents(500, topics)
    train_loader = DataLoader(train_set, batch_size=config["batch_size"], shuffle=True)
    valid_loader = DataLoader(valid_set, batch_size=250)
    tagger = Tagger()
    fit(tagger, train_loader, valid_loader, config)
    print(f"quality: {f1_score(tagger, valid_loader):.4f}")
