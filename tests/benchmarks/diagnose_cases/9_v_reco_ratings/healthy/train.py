"""Explicit-feedback recommender: user/item towers with side features."""
import torch
import torch.nn as nn


class TwoTower(nn.Module):
    def __init__(self, n_users, n_items, dim=8):
        super().__init__()
        cards = {"user": n_users, "item": n_items}
        self.global_mean = nn.Parameter(torch.zeros(1))
        self.tables = nn.ModuleList([nn.Embedding(card, dim) for card in cards.values()])
        self.biases = nn.ModuleList([nn.Embedding(card, 1) for card in cards.values()])
        for emb in self.tables:
            nn.init.normal_(emb.weight, std=0.1)
        for emb in self.biases:
            nn.init.zeros_(emb.weight)

    def forward(self, pairs):
        u, i = pairs[:, 0], pairs[:, 1]
        dot = (self.tables[0](u) * self.tables[1](i)).sum(-1)
        return self.global_mean + dot + self.biases[0](u).squeeze(-1) + self.biases[1](i).squeeze(-1)


def synth_ratings(n_users=300, n_items=200, n=24000, k=4, seed=21):
    g = torch.Generator().manual_seed(seed)
    P = torch.randn(n_users, k, generator=g) * 0.6
    Q = torch.randn(n_items, k, generator=g) * 0.6
    bu = torch.randn(n_users, generator=g) * 0.4
    bi = torch.randn(n_items, generator=g) * 0.5
    pairs = torch.stack([torch.randint(n_users, (n,), generator=g), torch.randint(n_items, (n,), generator=g)], 1)
    r = 3.4 + (P[pairs[:, 0]] * Q[pairs[:, 1]]).sum(1) + bu[pairs[:, 0]] + bi[pairs[:, 1]]
    r = r + 0.2 * torch.randn(n, generator=g)
    return pairs, r.clamp(0.5, 5.5)


class Trainer:
    def __init__(self, model, lr, wd):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr, weight_decay=wd)
        self.loss = nn.MSELoss()

    def fit(self, pairs, ratings, val, epochs=12, bs=512):
        for ep in range(epochs):
            self.model.train()
            order = torch.randperm(len(pairs))
            for s in range(0, len(order), bs):
                idx = order[s:s + bs]
                self.opt.zero_grad()
                l = self.loss(self.model(pairs[idx]), ratings[idx])
                l.backward()
                self.opt.step()
            print(f"epoch {ep + 1:2d} | train mse {l.item():.3f} | val rmse {self.rmse(*val):.3f}")

    @torch.no_grad()
    def rmse(self, pairs, ratings):
        self.model.eval()
        return (self.model(pairs) - ratings).pow(2).mean().sqrt().item()


if __name__ == "__main__":
    torch.manual_seed(21)
    pairs, ratings = synth_ratings()
    n_tr = 20000
    model = TwoTower(300, 200)
    n_params = sum(p.numel() for p in model.parameters())
    print("parameters:", n_params, "| rating std:", round(ratings.std().item(), 3))
    Trainer(model, lr=0.02, wd=1e-5).fit(pairs[:n_tr], ratings[:n_tr], (pairs[n_tr:], ratings[n_tr:]))
