"""Read one special token hidden in a sequence of filler, answer at the first position."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(13)
V, T = 30, 12


def make(n):
    """Class = the one token below 8; position 0 holds the query marker."""
    x = torch.randint(10, V, (n, T))
    pos = torch.randint(1, T, (n,))
    y = torch.randint(0, 8, (n,))
    x[torch.arange(n), pos] = y
    x[:, 0] = 9
    return x, y


class Classifier(nn.Module):
    def __init__(self, d=32):
        super().__init__()
        self.emb = nn.Embedding(V, d)
        self.pos = nn.Embedding(T, d)
        layer = nn.TransformerEncoderLayer(d, nhead=4, dim_feedforward=64, dropout=0.0, batch_first=True)
        self.enc = nn.TransformerEncoder(layer, num_layers=2, enable_nested_tensor=False)
        self.cls = nn.Linear(d, 8)

    def forward(self, x):
        h = self.emb(x) + self.pos(torch.arange(T))
        h = self.enc(h)
        return self.cls(h[:, 0])


train_loader = DataLoader(TensorDataset(*make(3000)), batch_size=64, shuffle=True)
xv, yv = make(800)
model = Classifier()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(1, 9):
    model.train()
    cum = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        optimizer.step()
        cum += loss.item()
    model.eval()
    with torch.no_grad():
        acc = (model(xv).argmax(-1) == yv).float().mean().item()
    print(f"epoch {epoch}: loss={cum / len(train_loader):.4f}, val_acc={acc:.4f}")
