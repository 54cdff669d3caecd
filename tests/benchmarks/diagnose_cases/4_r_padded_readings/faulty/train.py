"""Classify patients by irregularly long lab series (padded) with a transformer encoder."""
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset


class LabSeries(Dataset):
    def __init__(self, n, seed):
        g = torch.Generator().manual_seed(seed)
        self.items = []
        for _ in range(n):
            length = int(torch.randint(6, 20, (1,), generator=g))
            label = int(torch.randint(0, 3, (1,), generator=g))
            level = torch.randn(length, 2, generator=g)
            if label == 1:      # one reading with both values high
                level[int(torch.randint(0, length, (1,), generator=g))] = torch.tensor([3.0, 3.0])
            elif label == 2:    # one reading with opposite extremes
                level[int(torch.randint(0, length, (1,), generator=g))] = torch.tensor([3.0, -3.0])
            self.items.append((level, label))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def collate(samples):
    series, labels = zip(*samples)
    lengths = torch.tensor([len(s) for s in series])
    x = pad_sequence(series, batch_first=True)
    mask = torch.arange(x.size(1))[None, :] < lengths[:, None]
    return x, mask, torch.tensor(labels)


class PatientEncoder(nn.Module):
    def __init__(self, dim=32, classes=3):
        super().__init__()
        self.inp = nn.Linear(2, dim)
        self.query = nn.Parameter(torch.randn(1, 1, dim) * 0.1)
        layer = nn.TransformerEncoderLayer(dim, 4, 64, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(dim, classes)

    def forward(self, x, mask):
        b = x.size(0)
        h = torch.cat([self.query.expand(b, -1, -1), self.inp(x)], dim=1)
        # the query token is always visible
        mask = torch.cat([torch.zeros(b, 1, dtype=torch.bool), mask], dim=1)
        h = self.encoder(h, src_key_padding_mask=mask)
        return self.head(h[:, 0])


def evaluate(model, loader):
    model.eval()
    ok = n = 0
    with torch.no_grad():
        for x, mask, y in loader:
            ok += (model(x, mask).argmax(1) == y).sum().item()
            n += len(y)
    return ok / n


if __name__ == "__main__":
    torch.manual_seed(0)
    train_loader = DataLoader(LabSeries(1200, 10), batch_size=48, shuffle=True, collate_fn=collate)
    test_loader = DataLoader(LabSeries(300, 20), batch_size=100, collate_fn=collate)
    model = PatientEncoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(8):
        model.train()
        total = 0.0
        for x, mask, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x, mask), y)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(train_loader):.4f} test acc {evaluate(model, test_loader):.3f}")
