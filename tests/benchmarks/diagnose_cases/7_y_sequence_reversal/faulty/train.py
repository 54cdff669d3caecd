import torch
import torch.nn as nn

from schedule import warmup_then_inverse_sqrt

CONFIG = {
    "vocab": 20,
    "length": 10,
    "d_model": 48,
    "heads": 4,
    "layers": 2,
    "batch": 64,
    "steps": 600,
    "peak_lr": 2e-3,
    "warmup": 40000,
    "seed": 14,
}


class Reverser(nn.Module):
    def __init__(self, vocab, length, d_model, heads, layers):
        super().__init__()
        self.tok = nn.Embedding(vocab, d_model)
        self.pos = nn.Parameter(torch.randn(1, length, d_model) * 0.5)
        layer = nn.TransformerEncoderLayer(d_model, heads, 2 * d_model, dropout=0.0, batch_first=True, norm_first=True)
        self.body = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(d_model)
        self.out = nn.Linear(d_model, vocab)

    def forward(self, ids):
        return self.out(self.norm(self.body(self.tok(ids) + self.pos)))


def batch(n, c):
    src = torch.randint(0, c["vocab"], (n, c["length"]))
    return src, src.flip(1)


def main(c):
    torch.manual_seed(c["seed"])
    model = Reverser(c["vocab"], c["length"], c["d_model"], c["heads"], c["layers"])
    opt = torch.optim.AdamW(model.parameters(), lr=c["peak_lr"], betas=(0.9, 0.98))
    sched = warmup_then_inverse_sqrt(opt, c["warmup"])
    x_val, y_val = batch(500, c)
    for step in range(1, c["steps"] + 1):
        model.train()
        x, y = batch(c["batch"], c)
        loss = nn.functional.cross_entropy(model(x).flatten(0, 1), y.flatten())
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if step % 150 == 0:
            model.eval()
            with torch.no_grad():
                p = model(x_val).argmax(-1)
            tok = (p == y_val).float().mean().item()
            seq = (p == y_val).all(1).float().mean().item()
            print(f"step {step:4d}  loss {loss.item():.3f}  token acc {tok:.3f}  sequence acc {seq:.3f}")


if __name__ == "__main__":
    main(CONFIG)
