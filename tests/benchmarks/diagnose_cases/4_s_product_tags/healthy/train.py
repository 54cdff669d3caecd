import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 19
VOCAB, TITLE_LEN, N_TAGS = 200, 12, 10


def make_products(n, rng):
    """a title is a bag of word ids; every tag has 6 trigger words"""
    titles = rng.integers(N_TAGS * 6, VOCAB, size=(n, TITLE_LEN))
    tags = (rng.random((n, N_TAGS)) < 0.25).astype("float32")
    for i in range(n):
        slots = rng.permutation(TITLE_LEN)
        for s, t in zip(slots, np.flatnonzero(tags[i])):
            titles[i, s] = t * 6 + rng.integers(6)
    return torch.tensor(titles), torch.tensor(tags)


class Tagger(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, dim)
        self.net = nn.Sequential(nn.Linear(dim, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, N_TAGS))

    def forward(self, titles):
        return self.net(self.emb(titles).sum(1))


def f1(pred, true):
    tp = (pred * true).sum()
    return (2 * tp / (pred.sum() + true.sum()).clamp(min=1)).item()


def main():
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    train = TensorDataset(*make_products(3000, rng))
    test_x, test_y = make_products(800, rng)
    loader = DataLoader(train, batch_size=50, shuffle=True)

    model = Tagger()
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(12):
        model.train()
        losses = []
        for titles, tags in loader:
            optimizer.zero_grad()
            loss = criterion(model(titles), tags)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        model.eval()
        with torch.no_grad():
            probs = torch.sigmoid(model(test_x))
        pred = (probs > 0.5).float()
        exact = (pred == test_y).all(1).float().mean().item()
        print(f"epoch {epoch}: loss={np.mean(losses):.4f} micro-F1={f1(pred, test_y):.3f} exact={exact:.3f}")


main()
