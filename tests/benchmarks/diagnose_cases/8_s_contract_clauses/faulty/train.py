"""Classify contract clauses (liability, payment, term, ...) with a convolutional text network."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

CLAUSES = ["liability", "payment", "term", "notice", "secrecy", "delivery", "warranty", "law"]
VOCAB, LENGTH = 500, 30

HPARAMS = {
    "embedding": 32,
    "filters": 32,
    "widths": (2, 3),
    "dropout": 0.95,
    "lr": 2e-3,
    "epochs": 8,
}


class ClauseCNN(nn.Module):
    def __init__(self, hp):
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, hp["embedding"])
        self.convs = nn.ModuleList(nn.Conv1d(hp["embedding"], hp["filters"], w) for w in hp["widths"])
        self.dropout = nn.Dropout(hp["dropout"])
        self.hidden = nn.Linear(hp["filters"] * len(hp["widths"]), 48)
        self.out = nn.Linear(48, len(CLAUSES))

    def forward(self, tokens):
        e = self.dropout(self.embedding(tokens)).transpose(1, 2)
        pooled = torch.cat([conv(e).relu().amax(dim=2) for conv in self.convs], dim=1)
        h = self.hidden(self.dropout(pooled)).relu()
        return self.out(self.dropout(h))


def corpus(n, phrases):
    labels = torch.randint(0, len(CLAUSES), (n,))
    text = torch.randint(0, VOCAB, (n, LENGTH))
    for row, c in enumerate(labels.tolist()):
        starts = torch.randperm(LENGTH // 3)[:3] * 3
        for s in starts.tolist():
            text[row, s:s + 2] = phrases[c, torch.randint(0, phrases.shape[1], (1,)).item()]
    return TensorDataset(text, labels)


def main():
    torch.manual_seed(19)
    phrases = torch.randint(0, VOCAB, (len(CLAUSES), 5, 2))
    train, test = corpus(3000, phrases), corpus(600, phrases)
    model = ClauseCNN(HPARAMS)
    optimizer = torch.optim.Adam(model.parameters(), lr=HPARAMS["lr"])
    criterion = nn.CrossEntropyLoss()
    for epoch in range(HPARAMS["epochs"]):
        model.train()
        seen = loss_sum = 0
        for tokens, label in DataLoader(train, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            loss = criterion(model(tokens), label)
            loss.backward()
            optimizer.step()
            loss_sum += loss.item() * len(label)
            seen += len(label)
        model.eval()
        with torch.no_grad():
            tokens, label = test.tensors
            accuracy = (model(tokens).argmax(1) == label).float().mean().item()
        print(f"epoch {epoch + 1}  loss {loss_sum / seen:.3f}  test accuracy {accuracy:.3f}")


if __name__ == "__main__":
    main()
