import torch
from torch import nn, optim
from torch.utils.data import Dataset, DataLoader


class EventLog(Dataset):
    """Token sequences; the label depends on which of two marker tokens comes first and on the token after it."""

    def __init__(self, n, seed, length=20, vocab=16):
        g = torch.Generator().manual_seed(seed)
        self.x = torch.randint(4, vocab, (n, length), generator=g)
        pos = torch.stack([torch.randperm(length - 1, generator=g)[:2] for _ in range(n)])
        for i in range(n):
            self.x[i, pos[i, 0]] = 1
            self.x[i, pos[i, 1]] = 2
        first_is_one = (pos[:, 0] < pos[:, 1]).long()
        self.x[:, -1] = torch.randint(0, 2, (n,), generator=g) * 3
        self.y = first_is_one * 2 + (self.x[:, -1] == 3).long()

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class BiLSTMTagger(nn.Module):
    def __init__(self, vocab=16, emb=24, hidden=32, classes=4):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.rnn = nn.LSTM(emb, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.1)
        self.fc = nn.Linear(2 * hidden, classes)

    def forward(self, x):
        _, (h, _) = self.rnn(self.emb(x))
        h = h.permute(1, 0, 2).reshape(x.size(0), -1)
        return self.fc(self.drop(h))


def run_epoch(model, loader, criterion, optimizer=None):
    train = optimizer is not None
    model.train(train)
    loss_sum, correct, count = 0.0, 0, 0
    with torch.set_grad_enabled(train):
        for x, y in loader:
            logits = model(x)
            loss = criterion(logits, y)
            if train:
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
            loss_sum += loss.item() * len(y)
            correct += (logits.argmax(-1) == y).sum().item()
            count += len(y)
    return loss_sum / count, correct / count


if __name__ == "__main__":
    torch.manual_seed(1)
    train_dl = DataLoader(EventLog(3000, seed=21), batch_size=50, shuffle=True)
    valid_dl = DataLoader(EventLog(800, seed=22), batch_size=100)
    model = BiLSTMTagger()
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.Adam(model.parameters(), lr=4e-3)
    for ep in range(1, 8):
        tl, ta = run_epoch(model, train_dl, criterion, optimizer)
        vl, va = run_epoch(model, valid_dl, criterion)
        print(f"Epoch {ep:2d} | train loss {tl:.3f} acc {ta:.3f} | valid loss {vl:.3f} acc {va:.3f}")
