import torch
from torch import nn

from kg import build_graph

N_ENT, N_REL, DIM = 80, 5, 40


class ComplEx(nn.Module):
    def __init__(self):
        super().__init__()
        self.ent = nn.Embedding(N_ENT, 2 * DIM)
        self.rel = nn.Embedding(N_REL, 2 * DIM)
        for table in (self.ent, self.rel):
            nn.init.normal_(table.weight, std=0.1)

    def forward(self, h, r):
        hr, hi = self.ent(h).chunk(2, -1)
        rr, ri = self.rel(r).chunk(2, -1)
        tr, ti = self.ent.weight.chunk(2, -1)
        return (hr * rr - hi * ri) @ tr.T + (hr * ri + hi * rr) @ ti.T


@torch.no_grad()
def filtered_mrr(model, test, known):
    scores = model(test[:, 0], test[:, 1])
    ranks = []
    for row, (h, r, t) in zip(scores, test.tolist()):
        s = row.clone()
        for other in known[(h, r)]:
            if other != t:
                s[other] = -1e9
        ranks.append((s > s[t]).sum().item() + 1)
    ranks = torch.tensor(ranks, dtype=torch.float)
    return (1 / ranks).mean().item(), (ranks <= 3).float().mean().item()


def main():
    torch.manual_seed(0)
    train, test = build_graph(N_ENT, N_REL)
    known = {}
    for h, r, t in torch.cat([train, test]).tolist():
        known.setdefault((h, r), []).append(t)
    model = ComplEx()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    for epoch in range(1, 61):
        total = 0.0
        for idx in torch.randperm(len(train)).split(100):
            h, r, t = train[idx].T
            loss = nn.functional.cross_entropy(model(h, r), t)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(idx)
        if epoch % 10 == 0:
            mrr, hits = filtered_mrr(model, test, known)
            print(f"epoch {epoch}: loss {total / len(train):.3f}  MRR {mrr:.3f}  Hits@3 {hits:.3f}")


if __name__ == "__main__":
    main()
