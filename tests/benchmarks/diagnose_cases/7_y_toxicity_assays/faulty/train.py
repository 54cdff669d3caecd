"""Multi-task toxicity prediction from molecular fingerprints, with missing assay results."""
import torch
from torch import nn

from hparams import HP


def fingerprints(n, hp, gen):
    bits = (torch.rand(n, hp["n_bits"], generator=gen) < 0.15).float()
    alerts = torch.randint(0, hp["n_bits"], (hp["n_assays"], 12), generator=torch.Generator().manual_seed(99))
    tox = torch.stack([bits[:, a].sum(1) for a in alerts], 1)
    tox = tox + 0.4 * torch.randn(tox.shape, generator=gen)
    label = (tox > 1.7).float()
    measured = (torch.rand(label.shape, generator=gen) < 0.7).float()
    return bits, label, measured


class ToxNet(nn.Module):
    def __init__(self, hp):
        super().__init__()
        w, p = hp["width"], hp["dropout"]
        self.shared = nn.Sequential(
            nn.Linear(hp["n_bits"], w), nn.ReLU(), nn.Dropout(p),
            nn.Linear(w, w), nn.ReLU(), nn.Dropout(p),
        )
        self.heads = nn.ModuleList(nn.Linear(w, 1) for _ in range(hp["n_assays"]))

    def forward(self, x):
        h = self.shared(x)
        return torch.cat([head(h) for head in self.heads], 1)


def masked_bce(logits, label, mask):
    per = nn.functional.binary_cross_entropy_with_logits(logits, label, reduction="none")
    return (per * mask).sum() / mask.sum()


def balanced_accuracy(logits, label, mask):
    out = []
    for k in range(label.shape[1]):
        m = mask[:, k] > 0
        p, t = logits[m, k] > 0, label[m, k] > 0.5
        out.append(0.5 * (p[t].float().mean() + (~p[~t]).float().mean()))
    return torch.stack(out).mean().item()


def main(hp):
    torch.manual_seed(hp["seed"])
    gen = torch.Generator().manual_seed(hp["seed"])
    train = fingerprints(3000, hp, gen)
    valid = fingerprints(600, hp, gen)
    net = ToxNet(hp)
    opt = torch.optim.AdamW(net.parameters(), lr=hp["lr"], weight_decay=hp["weight_decay"])
    for epoch in range(hp["epochs"]):
        net.train()
        total, n = 0.0, 0
        for idx in torch.randperm(3000).split(hp["batch_size"]):
            x, y, m = (t[idx] for t in train)
            loss = masked_bce(net(x), y, m)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total, n = total + loss.item(), n + 1
        if epoch % 3 == 0:
            net.eval()
            with torch.no_grad():
                out = net(valid[0])
            print(f"epoch {epoch + 1:2d}  train loss {total / n:.4f}  valid loss {masked_bce(out, *valid[1:]):.4f}  "
                  f"valid balanced accuracy {balanced_accuracy(out, *valid[1:]):.3f}")


if __name__ == "__main__":
    main(HP)
