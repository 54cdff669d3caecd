"""Pre-train a classifier on the source domain, then adapt it to a target domain with low-rank adapters."""
import torch
import torch.nn.functional as F

from domains import Domains
from lora import inject, trainable
from net import ResidualMLP


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def fit(model, params, x, y, epochs, lr, batch=128, tag=""):
    opt = torch.optim.AdamW(params, lr=lr, weight_decay=0.0)
    for epoch in range(epochs):
        model.train()
        perm = torch.randperm(len(x))
        total = 0.0
        for i in range(0, len(x), batch):
            j = perm[i:i + batch]
            loss = F.cross_entropy(model(x[j]), y[j])
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(j)
        if (epoch + 1) % 5 == 0:
            print(f"[{tag}] epoch {epoch + 1:2d}  loss {total / len(x):.4f}")


def main():
    torch.manual_seed(21)
    dom = Domains(dim=32, classes=8)
    model = ResidualMLP(32, 96, 8)
    xs, ys = dom.source(4000)
    fit(model, model.parameters(), xs, ys, epochs=10, lr=1e-3, tag="source")
    print(f"source test accuracy {accuracy(model, *dom.source(1000)):.3f}")

    xt, yt = dom.target(3000)
    test = dom.target(1000)
    print(f"target accuracy before adaptation {accuracy(model, *test):.3f}")
    inject(model, rank=8, alpha=16)
    params = list(trainable(model))
    print(f"adapter parameters: {sum(p.numel() for p in params)}")
    fit(model, params, xt, yt, epochs=25, lr=3e-3, tag="adapt")
    print(f"target accuracy after adaptation {accuracy(model, *test):.3f}")


if __name__ == "__main__":
    main()
