"""GRU encoder-decoder that learns to reverse digit strings."""
import argparse
import torch
import torch.nn as nn
import torch.nn.functional as F

ap = argparse.ArgumentParser()
ap.add_argument("--digits", type=int, default=5)
ap.add_argument("--hidden", type=int, default=64)
ap.add_argument("--lr", type=float, default=6e-3)
ap.add_argument("--gamma", type=float, default=0.9)
ap.add_argument("--epochs", type=int, default=10)
ap.add_argument("--batch-size", type=int, default=64)
ap.add_argument("--seed", type=int, default=19)
cfg = ap.parse_args()
torch.manual_seed(cfg.seed)
SOS = 10


class Seq2Seq(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.emb = nn.Embedding(11, 16)
        self.encoder = nn.GRU(16, hidden, batch_first=True)
        self.decoder = nn.GRU(16, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 10)

    def forward(self, src, tgt):
        _, h = self.encoder(self.emb(src))
        inp = torch.cat([torch.full_like(tgt[:, :1], SOS), tgt[:, :-1]], dim=1)
        o, _ = self.decoder(self.emb(inp), h)
        return self.out(o)

    @torch.no_grad()
    def greedy(self, src):
        _, h = self.encoder(self.emb(src))
        tok, result = torch.full_like(src[:, :1], SOS), []
        for _ in range(src.size(1)):
            o, h = self.decoder(self.emb(tok), h)
            tok = self.out(o).argmax(-1)
            result.append(tok)
        return torch.cat(result, dim=1)


def dataset(n):
    src = torch.randint(0, 10, (n, cfg.digits))
    return src, src.flip(1)


def train_epoch(model, optimizer, src, tgt):
    model.train()
    total = 0.0
    for idx in torch.randperm(len(src)).split(cfg.batch_size):
        logits = model(src[idx], tgt[idx])
        loss = F.cross_entropy(logits.reshape(-1, 10), tgt[idx].reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimizer.step()
        total += loss.item() * len(idx)
    return total / len(src)


def main():
    src, tgt = dataset(5000)
    vsrc, vtgt = dataset(500)
    model = Seq2Seq(cfg.hidden)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=cfg.gamma)
    for epoch in range(cfg.epochs):
        loss = train_epoch(model, optimizer, src, tgt)
        scheduler.step()
        model.eval()
        pred = model.greedy(vsrc)
        print(f"epoch {epoch + 1} loss {loss:.3f} val digit acc {(pred == vtgt).float().mean():.3f} "
              f"val exact {(pred == vtgt).all(1).float().mean():.3f}")


main()
