"""Pretrain on the big plant (8 product grades), then transfer to the small plant (3 grades)."""
import torch
import torch.nn.functional as F

from nets import Classifier

D, GRADES_BIG, GRADES_SMALL = 20, 8, 3


def plant_data(n, centres, gen):
    y = torch.randint(len(centres), (n,), generator=gen)
    x = centres[y] + 1.0 * torch.randn(n, D, generator=gen)
    return torch.cat([torch.sin(x), x], 1), y


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def fit(model, opt, x, y, xv, yv, epochs, bs, tag):
    for ep in range(1, epochs + 1):
        model.train()
        for idx in torch.randperm(len(x)).split(bs):
            opt.zero_grad()
            loss = F.cross_entropy(model(x[idx]), y[idx])
            loss.backward()
            opt.step()
        if ep % max(1, epochs // 5) == 0:
            print(f"{tag} epoch {ep}: loss {loss.item():.3f} val acc {accuracy(model, xv, yv):.3f}")


def main():
    gen = torch.manual_seed(29)
    centres = torch.randn(GRADES_BIG, D, generator=gen)
    big = plant_data(4000, centres, gen)
    big_val = plant_data(800, centres, gen)
    model = Classifier(2 * D, 64, GRADES_BIG)
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    fit(model, opt, *big, *big_val, epochs=5, bs=64, tag="pretrain")

    small_centres = 0.7 * centres[:GRADES_SMALL] + 0.3 * torch.randn(GRADES_SMALL, D, generator=gen)
    small = plant_data(300, small_centres, gen)
    small_val = plant_data(600, small_centres, gen)
    for p in model.backbone.parameters():
        p.requires_grad = False
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    model.head = torch.nn.Linear(64, GRADES_SMALL)
    fit(model, opt, *small, *small_val, epochs=30, bs=32, tag="transfer")


if __name__ == "__main__":
    main()
