"""Autoencoder for multi-sensor windows; reconstruction quality is reported as explained variance."""
import torch
from torch import nn


class Windows:
    def __init__(self, latent=5, dim=40):
        self.load = torch.randn(latent, dim)
        self.curve = torch.randn(latent, dim) * 0.5

    def __call__(self, n):
        z = torch.randn(n, self.load.size(0))
        return z @ self.load + torch.tanh(z) @ self.curve + 0.1 * torch.randn(n, self.load.size(1))


class AutoEncoder(nn.Module):
    def __init__(self, dim, hidden, code):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(dim, hidden), nn.ELU(), nn.Linear(hidden, code))
        self.decoder = nn.Sequential(nn.Linear(code, hidden), nn.ELU(), nn.Linear(hidden, dim))

    def forward(self, x):
        return self.decoder(self.encoder(x))


def explained(model, x):
    model.eval()
    with torch.no_grad():
        return 1 - ((model(x) - x) ** 2).mean().item() / x.var(0).mean().item()


def train(seed=58, epochs=15):
    torch.manual_seed(seed)
    world = Windows()
    tr, te = world(3000), world(600)
    mu, sd = tr.mean(0), tr.std(0)
    tr, te = (tr - mu) / sd, (te - mu) / sd
    model = AutoEncoder(dim=40, hidden=64, code=1)
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(epochs):
        model.train()
        for xb in tr[torch.randperm(len(tr))].split(64):
            loss = nn.functional.mse_loss(model(xb), xb)
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch % 3 == 2:
            print(f"epoch {epoch + 1}: loss {loss.item():.4f}, test explained variance {explained(model, te):.4f}")


if __name__ == "__main__":
    train()
