"""Classify short melodies by their contour (rising, falling, arch, valley) with a transformer."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

NOTES, LEN = 24, 12
SHAPES = ["rising", "falling", "arch", "valley"]


def compose(n):
    y = torch.randint(0, 4, (n,))
    steps = torch.rand(n, LEN).mul(3).long() * 2
    pitches = (torch.randint(0, 4, (n, 1)) + steps.cumsum(1) * 0.8).long().clamp(0, NOTES - 1)
    low_to_high = pitches.sort(1).values
    out = torch.empty_like(pitches)
    for i in range(n):
        p = low_to_high[i]
        if y[i] == 0:
            out[i] = p
        elif y[i] == 1:
            out[i] = p.flip(0)
        elif y[i] == 2:
            out[i] = torch.cat([p[0::2], p[1::2].flip(0)])
        else:
            out[i] = torch.cat([p[0::2].flip(0), p[1::2]])
    wrong = torch.rand(n, LEN) < 0.05
    out[wrong] = torch.randint(0, NOTES, (int(wrong.sum()),))
    return out, y


class MelodyTransformer(nn.Module):
    def __init__(self, dim=32, heads=4, depth=2, n_class=4):
        super().__init__()
        self.note = nn.Embedding(NOTES, dim)
        enc = nn.TransformerEncoderLayer(dim, heads, dim_feedforward=64, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(enc, depth)
        self.cls = nn.Linear(dim, n_class)

    def forward(self, notes):
        h = self.encoder(self.note(notes))
        return self.cls(h.mean(dim=1))


def fit(model, loader, x_test, y_test, epochs=10):
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for x, y in loader:
            loss = nn.functional.cross_entropy(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        model.eval()
        with torch.no_grad():
            acc = (model(x_test).argmax(-1) == y_test).float().mean().item()
        print(f"epoch {epoch + 1:2d}: loss {total / len(loader):.3f}, test accuracy {acc:.3f}")


if __name__ == "__main__":
    torch.manual_seed(13)
    x, y = compose(3000)
    x_test, y_test = compose(600)
    fit(MelodyTransformer(), DataLoader(TensorDataset(x, y), batch_size=64, shuffle=True), x_test, y_test)
