"""VAE on seven-segment digits (10x8 binary images)."""
import torch
import torch.nn as nn
import torch.nn.functional as F

SEGMENTS = {0: "abcdef", 1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc",
            5: "afgcd", 6: "afgedc", 7: "abc", 8: "abcdefg", 9: "abcdfg"}


def render(d):
    im = torch.zeros(10, 8)
    s = SEGMENTS[d]
    if "a" in s: im[0, 1:7] = 1
    if "g" in s: im[4, 1:7] = 1
    if "d" in s: im[9, 1:7] = 1
    if "f" in s: im[0:5, 1] = 1
    if "b" in s: im[0:5, 6] = 1
    if "e" in s: im[4:10, 1] = 1
    if "c" in s: im[4:10, 6] = 1
    return im


def dataset(n):
    glyphs = torch.stack([render(d) for d in range(10)])
    y = torch.randint(0, 10, (n,))
    x = glyphs[y]
    flip = torch.rand_like(x) < 0.02
    return torch.where(flip, 1 - x, x).flatten(1)


class VAE(nn.Module):
    def __init__(self, n_in=80, hidden=96, latent=6):
        super().__init__()
        self.fc1 = nn.Linear(n_in, hidden)
        self.fc_mu = nn.Linear(hidden, latent)
        self.fc_lv = nn.Linear(hidden, latent)
        self.fc3 = nn.Linear(latent, hidden)
        self.fc4 = nn.Linear(hidden, n_in)

    def forward(self, x):
        h = F.relu(self.fc1(x))
        mu, lv = self.fc_mu(h), self.fc_lv(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * lv)
        return self.fc4(F.relu(self.fc3(z))), mu, lv


def elbo(logits, x, mu, lv):
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="sum")
    kl = -0.5 * torch.sum(1 + lv - mu.pow(2) - lv.exp())
    return (rec + kl) / len(x)


if __name__ == "__main__":
    torch.manual_seed(15)
    train_x, test_x = dataset(2000), dataset(400)
    vae = VAE()
    optimizer = torch.optim.Adam(vae.parameters(), lr=3e-3)
    for epoch in range(1, 21):
        vae.train()
        epoch_loss = 0.0
        for batch in train_x[torch.randperm(len(train_x))].split(50):
            optimizer.zero_grad()
            logits, mu, lv = vae(batch)
            loss = elbo(logits, batch, mu, lv)
            loss.backward()
            epoch_loss += loss.item() * len(batch)
        optimizer.step()
        vae.eval()
        with torch.no_grad():
            logits, mu, lv = vae(test_x)
            test = elbo(logits, test_x, mu, lv).item()
            pix = ((logits > 0).float() == test_x).float().mean().item()
        print(f"epoch {epoch:2d}  train -elbo {epoch_loss / len(train_x):.2f}  test -elbo {test:.2f}  pixel acc {pix:.3f}")
