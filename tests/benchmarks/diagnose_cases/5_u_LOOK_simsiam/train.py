"""SimSiam on toy vectors, judged with a linear probe."""
import torch
from torch import nn
import torch.nn.functional as F

CLASSES, DIM, NUISANCE = 6, 20, 20


def world():
    return torch.randn(CLASSES, DIM) * 1.2


def draw(centers, n):
    y = torch.randint(0, CLASSES, (n,))
    return centers[y] + 0.5 * torch.randn(n, DIM), y


def augment(x):
    """small jitter on the content, fresh large values in the nuisance part"""
    noise = 2.0 * torch.randn(len(x), NUISANCE)
    return torch.cat([x + 0.3 * torch.randn_like(x), noise], dim=1)


class SimSiam(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(DIM + NUISANCE, width), nn.BatchNorm1d(width), nn.ReLU(),
            nn.Linear(width, width), nn.BatchNorm1d(width, affine=False),
        )
        self.predictor = nn.Sequential(
            nn.Linear(width, 24), nn.BatchNorm1d(24), nn.ReLU(), nn.Linear(24, width)
        )

    def forward(self, a, b):
        za, zb = self.encoder(a), self.encoder(b)
        pa, pb = self.predictor(za), self.predictor(zb)
        loss = -0.5 * (
            F.cosine_similarity(pa, zb.detach()).mean() + F.cosine_similarity(pb, za.detach()).mean()
        )
        return loss, F.normalize(za, dim=1).std(0).mean()


def linear_probe(model, centers):
    model.eval()
    with torch.no_grad():
        x, y = draw(centers, 600)
        h = model.encoder(augment(x))
        xt, yt = draw(centers, 600)
        ht = model.encoder(augment(xt))
    probe = nn.Linear(h.size(1), CLASSES)
    opt = torch.optim.Adam(probe.parameters(), lr=0.02)
    for _ in range(100):
        loss = F.cross_entropy(probe(h), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    model.train()
    return (probe(ht).argmax(1) == yt).float().mean().item()


def main():
    torch.manual_seed(9)
    centers = world()
    x, _ = draw(centers, 3000)
    model = SimSiam()
    opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
    for epoch in range(15):
        total = 0.0
        for idx in torch.randperm(len(x)).split(100):
            loss, spread = model(augment(x[idx]), augment(x[idx]))
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        if epoch % 3 == 2:
            print(f"epoch {epoch + 1} loss {total / 30:.3f} output std {spread.item():.3f}")
    print(f"linear probe accuracy {linear_probe(model, centers):.3f}")


if __name__ == "__main__":
    main()
