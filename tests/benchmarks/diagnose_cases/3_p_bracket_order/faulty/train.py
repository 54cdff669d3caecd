import math
import torch
import torch.nn as nn
from dataclasses import dataclass


@dataclass
class Config:
    vocab: int = 12
    length: int = 8
    d_model: int = 32
    heads: int = 2
    layers: int = 1
    lr: float = 3e-3
    batch: int = 64
    steps: int = 600
    seed: int = 1


class Classifier(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.tok = nn.Embedding(cfg.vocab, cfg.d_model)
        layer = nn.TransformerEncoderLayer(cfg.d_model, cfg.heads, 64, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, cfg.layers, enable_nested_tensor=False)
        self.head = nn.Linear(cfg.d_model, 2)
        self.scale = math.sqrt(cfg.d_model)

    def forward(self, tokens):
        x = self.tok(tokens) * self.scale
        x = self.encoder(x)
        return self.head(x.mean(dim=1))


def get_batch(n, cfg):
    """class 1 when the 'open' symbol (0) comes before the 'close' symbol (1)"""
    x = torch.randint(2, cfg.vocab, (n, cfg.length))
    where = torch.rand(n, cfg.length).argsort(1)[:, :2]
    rows = torch.arange(n)
    x[rows, where[:, 0]] = 0
    x[rows, where[:, 1]] = 1
    return x, (where[:, 0] < where[:, 1]).long()


def main():
    cfg = Config()
    torch.manual_seed(cfg.seed)
    model = Classifier(cfg)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
    loss_fn = nn.CrossEntropyLoss()
    x_val, y_val = get_batch(1000, cfg)
    for step in range(1, cfg.steps + 1):
        model.train()
        x, y = get_batch(cfg.batch, cfg)
        loss = loss_fn(model(x), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        if step % 100 == 0:
            model.eval()
            with torch.no_grad():
                acc = (model(x_val).argmax(1) == y_val).float().mean().item()
            print(f"step {step} loss {loss.item():.3f} val acc {acc:.3f}")


if __name__ == "__main__":
    main()
