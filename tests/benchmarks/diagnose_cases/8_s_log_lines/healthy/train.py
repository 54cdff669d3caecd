"""Sort service log lines into four kinds with a recurrent network."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

import data

EPOCHS = 5
LR = 1e-3
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class LineClassifier(nn.Module):
    def __init__(self, vocab, classes, emb=32, hidden=32):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb, padding_idx=0)
        self.rnn = nn.GRU(emb, hidden, batch_first=True, bidirectional=True)
        self.fc = nn.Linear(2 * hidden, classes)

    def forward(self, ids):
        states, _ = self.rnn(self.emb(ids))
        keep = (ids > 0).unsqueeze(-1)
        states = states.masked_fill(~keep, -1e4)
        return self.fc(states.max(dim=1).values)


def loaders():
    rows, kinds, vocab = data.dataset(2400, seed=1)
    test_rows, test_kinds, _ = data.dataset(800, seed=2)
    train = TensorDataset(torch.tensor(rows), torch.tensor(kinds))
    test = TensorDataset(torch.tensor(test_rows), torch.tensor(test_kinds))
    return DataLoader(train, 32, shuffle=True), DataLoader(test, 200), vocab


def main():
    torch.manual_seed(0)
    train_loader, test_loader, vocab = loaders()
    model = LineClassifier(vocab, len(data.KINDS)).to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=LR)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(EPOCHS):
        model.train()
        running = 0.0
        for ids, kind in train_loader:
            ids, kind = ids.to(DEVICE), kind.to(DEVICE)
            optimizer.zero_grad()
            loss = loss_fn(model(ids), kind)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            running += loss.item()
        model.eval()
        correct = 0
        with torch.no_grad():
            for ids, kind in test_loader:
                correct += (model(ids.to(DEVICE)).argmax(1).cpu() == kind).sum().item()
        print(f"epoch {epoch}: train loss {running / len(train_loader):.4f}, "
              f"test accuracy {correct / len(test_loader.dataset):.3f}")


if __name__ == "__main__":
    main()
