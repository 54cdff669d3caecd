"""Denoising autoencoder on shopping baskets (multinomial likelihood)."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from metrics import recall_at_k

N_PRODUCTS, N_THEMES = 120, 8


def make_baskets(n, gen):
    theme_items = torch.rand(N_THEMES, N_PRODUCTS, generator=torch.Generator().manual_seed(1)) ** 16
    mix = torch.zeros(n, N_THEMES)
    mix.scatter_(1, torch.randint(N_THEMES, (n, 2), generator=gen), 1.0)
    weight = mix @ theme_items + 0.002
    picked = torch.multinomial(weight, 16, generator=gen)
    given = torch.zeros(n, N_PRODUCTS).scatter_(1, picked[:, ::2], 1.0)
    held = torch.zeros(n, N_PRODUCTS).scatter_(1, picked[:, 1::2], 1.0)
    return given, held


class BasketDAE(nn.Module):
    def __init__(self, hidden=80):
        super().__init__()
        self.drop = nn.Dropout(0.5)
        self.enc = nn.Linear(N_PRODUCTS, hidden)
        self.dec = nn.Linear(hidden, N_PRODUCTS)

    def forward(self, x):
        x = self.drop(F.normalize(x, dim=1))
        return self.dec(torch.tanh(self.enc(x)))


def main():
    torch.manual_seed(3)
    gen = torch.Generator().manual_seed(3)
    given, held = make_baskets(2500, gen)
    full = given + held
    val_given, val_held = make_baskets(500, gen)
    model = BasketDAE()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    best, best_state = -1.0, None
    for epoch in range(25):
        model.train()
        total = 0.0
        for idx in torch.randperm(len(full)).split(100):
            logp = F.log_softmax(model(full[idx]), dim=1)
            loss = -(logp * full[idx]).sum(1).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        model.eval()
        with torch.no_grad():
            scores = model(val_given).masked_fill(val_given > 0, -50.0)
        rec = recall_at_k(scores, val_held)
        if rec > best:
            best, best_state = rec, copy.deepcopy(model.state_dict())
        print(f"epoch {epoch + 1:2d} nll {total / len(full):.3f} recall@10 {rec:.4f}")
    model.load_state_dict(best_state)
    print(f"best recall@10 {best:.4f}")


if __name__ == "__main__":
    main()
