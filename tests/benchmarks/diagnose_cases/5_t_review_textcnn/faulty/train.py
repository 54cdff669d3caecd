"""Sentence polarity with Kim-style text CNN on synthetic reviews."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

PARAMS = {
    "vocab_size": 120,
    "embed_dim": 24,
    "filters": 16,
    "windows": (2, 3),
    "dropout": 0.95,
    "lr": 2e-3,
    "epochs": 8,
    "batch_size": 32,
}
POS, NEG, NOT = range(10, 30), range(30, 50), 5


def write_reviews(n, length=18):
    """a polar word counts reversed when the word before it is NOT"""
    x = torch.randint(50, PARAMS["vocab_size"], (n, length))
    y = torch.randint(0, 2, (n,))
    for i in range(n):
        for start in (1, 7, 13):
            wanted = int(y[i])
            negated = torch.rand(1).item() < 0.4
            pool = POS if (wanted == 1) != negated else NEG
            p = start + int(torch.randint(0, 4, (1,)))
            x[i, p] = pool[int(torch.randint(0, len(pool), (1,)))]
            if negated:
                x[i, p - 1] = NOT
    return x, y


class TextCNN(nn.Module):
    def __init__(self, vocab_size, embed_dim, filters, windows, dropout):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)
        self.convs = nn.ModuleList([nn.Conv1d(embed_dim, filters, w) for w in windows])
        self.drop = nn.Dropout(dropout)
        self.fc = nn.Linear(filters * len(windows), 2)

    def forward(self, x):
        e = self.drop(self.embedding(x)).transpose(1, 2)
        pooled = [F.relu(c(e)).max(dim=2).values for c in self.convs]
        return self.fc(self.drop(torch.cat(pooled, 1)))


def main():
    torch.manual_seed(12)
    train_set, test_set = TensorDataset(*write_reviews(1600)), TensorDataset(*write_reviews(400))
    loader = DataLoader(train_set, PARAMS["batch_size"], shuffle=True)
    model = TextCNN(PARAMS["vocab_size"], PARAMS["embed_dim"], PARAMS["filters"],
                    PARAMS["windows"], PARAMS["dropout"])
    opt = torch.optim.Adam(model.parameters(), lr=PARAMS["lr"])
    for epoch in range(PARAMS["epochs"]):
        model.train()
        total = 0.0
        for x, y in loader:
            opt.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            opt.step()
            total += loss.item()
        model.eval()
        with torch.no_grad():
            x, y = test_set.tensors
            out = model(x)
        print("epoch %d  train loss %.4f  test loss %.4f  test acc %.3f" % (
            epoch, total / len(loader), F.cross_entropy(out, y).item(),
            (out.argmax(1) == y).float().mean().item()))


main()
