"""Does the patient get drug A before drug B?  Encoder over event codes."""
import torch
from torch import nn, optim

VOCAB, LENGTH = 30, 16
DRUG_A, DRUG_B = 1, 2


def make(n, gen):
    x = torch.randint(3, VOCAB, (n, LENGTH), generator=gen)
    where = torch.rand(n, LENGTH, generator=gen).argsort(1)[:, :2]
    x.scatter_(1, where[:, :1], DRUG_A)
    x.scatter_(1, where[:, 1:], DRUG_B)
    return x, (where[:, 0] < where[:, 1]).long()


class EventEncoder(nn.Module):
    def __init__(self, vocab=VOCAB, dim=48, heads=4, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.place = nn.Parameter(0.1 * torch.randn(LENGTH, dim))
        layer = nn.TransformerEncoderLayer(dim, heads, 2 * dim, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, depth)
        self.classify = nn.Linear(dim, 2)

    def forward(self, codes):
        h = self.embed(codes)
        h = h + self.place
        h = self.encoder(h)
        return self.classify(h.mean(dim=1))


def run_epoch(model, x, y, optimizer=None, batch=64):
    model.train(optimizer is not None)
    perm = torch.randperm(len(x)) if optimizer else torch.arange(len(x))
    hit = total = 0.0
    with torch.set_grad_enabled(optimizer is not None):
        for j in perm.split(batch):
            out = model(x[j])
            loss = nn.functional.cross_entropy(out, y[j])
            if optimizer:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            hit += (out.argmax(1) == y[j]).sum().item()
            total += loss.item() * len(j)
    return total / len(x), hit / len(x)


def main():
    torch.manual_seed(6)
    gen = torch.Generator().manual_seed(106)
    train, test = make(3000, gen), make(1000, gen)
    model = EventEncoder()
    optimizer = optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(8):
        tr = run_epoch(model, *train, optimizer)
        te = run_epoch(model, *test)
        print(f"epoch {epoch:2d}  train {tr[0]:.3f}/{tr[1]:.3f}  test {te[0]:.3f}/{te[1]:.3f}")


if __name__ == "__main__":
    main()
