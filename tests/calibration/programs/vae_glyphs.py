"""A variational autoencoder of small black and white glyphs."""

import torch
import torch.nn.functional as F
from torch import nn, optim

torch.manual_seed(21)

SIDE = 8
LATENT = 4


def glyphs(count):
    """A vertical and a horizontal stroke at independent places."""
    images = torch.zeros(count, SIDE, SIDE)
    rows = torch.randint(0, SIDE, (count,))
    columns = torch.randint(0, SIDE, (count,))
    images[torch.arange(count), rows, :] = 1.0
    images[torch.arange(count), :, columns] = 1.0
    flips = (torch.rand_like(images) < 0.02).float()
    return (images - flips).abs().view(count, SIDE * SIDE)


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(SIDE * SIDE, 64)
        self.mean = nn.Linear(64, LATENT)
        self.log_var = nn.Linear(64, LATENT)
        self.up = nn.Linear(LATENT, 64)
        self.pixels = nn.Linear(64, SIDE * SIDE)

    def encode(self, x):
        h = torch.relu(self.hidden(x))
        return self.mean(h), self.log_var(h)

    def decode(self, z):
        return torch.sigmoid(self.pixels(torch.relu(self.up(z))))

    def forward(self, x):
        mean, log_var = self.encode(x)
        z = mean + torch.exp(0.5 * log_var) * torch.randn_like(mean)
        return self.decode(z), mean, log_var


def vae_loss(reconstruction, x, mean, log_var):
    likelihood = F.binary_cross_entropy(reconstruction, x, reduction="sum") / len(x)
    divergence = -0.5 * torch.sum(1 + log_var - mean.pow(2) - log_var.exp()) / len(x)
    return likelihood + 0.3 * divergence


def train_epoch(model, data, optimizer, batch_size=40):
    model.train()
    total = 0.0
    for batch in data[torch.randperm(len(data))].split(batch_size):
        reconstruction, mean, log_var = model(batch)
        loss = vae_loss(reconstruction, batch, mean, log_var)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(batch)
    return total / len(data)


def quality(model, data):
    """How much of the entropy of the pixels is explained."""
    model.eval()
    with torch.no_grad():
        reconstruction = model.decode(model.encode(data)[0])
        found = F.binary_cross_entropy(reconstruction, data)
        guess = data.mean(dim=0, keepdim=True).expand_as(data)
        return 1.0 - (found / F.binary_cross_entropy(guess, data)).item()


train_data, test_data = glyphs(1600), glyphs(400)
model = VAE()
optimizer = optim.Adam(model.parameters(), lr=4e-3)
for epoch in range(14):
    print(f"epoch {epoch}: {train_epoch(model, train_data, optimizer):.3f}")
print(f"quality: {quality(model, test_data):.4f}")
