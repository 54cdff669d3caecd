"""Self-supervised embedding of short sound spectra (BYOL), judged by a linear probe."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

BINS, CLASSES, ACCUM = 64, 8, 2


class Sounds:
    def __init__(self):
        self.pitch = torch.linspace(8, 20, CLASSES)

    def draw(self, n):
        y = torch.randint(0, CLASSES, (n,))
        f0 = self.pitch[y].unsqueeze(1) + 0.15 * torch.randn(n, 1)
        bins = torch.arange(BINS).float()
        spec = torch.zeros(n, BINS)
        for k in range(1, 4):
            spec = spec + torch.exp(-0.5 * ((bins - k * f0) / 0.8) ** 2)
        return spec, y


def augment(spec):
    gain = 1.0 + 0.5 * torch.randn(len(spec), BINS // 8).repeat_interleave(8, 1)
    mask = (torch.rand(len(spec), BINS) > 0.2).float()
    return spec * gain * mask + 0.4 * torch.randn_like(spec)


def mlp(a, h, b):
    return nn.Sequential(nn.Linear(a, h), nn.BatchNorm1d(h), nn.ReLU(), nn.Linear(h, b))


def probe(encoder, sounds, steps=200):
    encoder.eval()
    with torch.no_grad():
        s, y = sounds.draw(160)
        st, yt = sounds.draw(800)
        h, ht = encoder(augment(s)), encoder(augment(st))
        mu, sd = h.mean(0), h.std(0) + 1e-5
        h, ht = (h - mu) / sd, (ht - mu) / sd
    encoder.train()
    lin = nn.Linear(h.size(1), CLASSES)
    opt = torch.optim.Adam(lin.parameters(), lr=1e-2, weight_decay=1e-3)
    for _ in range(steps):
        opt.zero_grad()
        F.cross_entropy(lin(h), y).backward()
        opt.step()
    with torch.no_grad():
        return (lin(ht).argmax(1) == yt).float().mean().item()


def main():
    torch.manual_seed(23)
    sounds = Sounds()
    encoder, projector, predictor = mlp(BINS, 128, 64), mlp(64, 64, 32), mlp(32, 64, 32)
    online = nn.Sequential(encoder, projector)
    target = copy.deepcopy(online)
    for p in target.parameters():
        p.requires_grad = False
    print(f"random encoder: probe accuracy {probe(encoder, sounds):.3f}")
    opt = torch.optim.Adam([*online.parameters(), *predictor.parameters()], lr=1e-3)
    opt.zero_grad()
    for it in range(1, 1601):
        spec, _ = sounds.draw(64)
        a, b = augment(spec), augment(spec)
        with torch.no_grad():
            ta, tb = target(a), target(b)
        loss = 2 - F.cosine_similarity(predictor(online(a)), tb).mean() \
                 - F.cosine_similarity(predictor(online(b)), ta).mean()
        (loss / ACCUM).backward()
        if it % ACCUM == 0:
            opt.step()
            opt.zero_grad()
            with torch.no_grad():
                for pt, po in zip(target.parameters(), online.parameters()):
                    pt.mul_(0.98).add_(po, alpha=0.02)
        if it % 400 == 0:
            print(f"iteration {it}: loss {loss.item():.3f}  probe accuracy {probe(encoder, sounds):.3f}")


if __name__ == "__main__":
    main()
