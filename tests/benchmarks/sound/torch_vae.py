from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.data import DataLoader
from torchvision import datasets, transforms


class VAE(nn.Module):
    def __init__(self, pixels: int = 784, hidden: int = 400, latent: int = 20):
        super().__init__()
        self.pixels = pixels
        self.encoder = nn.Linear(pixels, hidden)
        self.mean = nn.Linear(hidden, latent)
        self.log_variance = nn.Linear(hidden, latent)
        self.decoder = nn.Sequential(
            nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, pixels), nn.Sigmoid()
        )

    def encode(self, x: Tensor) -> tuple[Tensor, Tensor]:
        h = F.relu(self.encoder(x))
        return self.mean(h), self.log_variance(h)

    def sample(self, mean: Tensor, log_variance: Tensor) -> Tensor:
        std = torch.exp(0.5 * log_variance)
        return mean + torch.randn_like(std) * std

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        mean, log_variance = self.encode(x.view(-1, self.pixels))
        return self.decoder(self.sample(mean, log_variance)), mean, log_variance


def elbo(reconstruction: Tensor, x: Tensor, mean: Tensor, log_variance: Tensor) -> Tensor:
    bce = F.binary_cross_entropy(reconstruction, x.view(-1, 784), reduction="sum")
    kl = -0.5 * torch.sum(1 + log_variance - mean.pow(2) - log_variance.exp())
    return bce + kl


def run(epochs: int = 10, batch_size: int = 128) -> None:
    torch.manual_seed(1)
    to_tensor = transforms.ToTensor()
    train = DataLoader(
        datasets.MNIST("data", train=True, download=True, transform=to_tensor),
        batch_size=batch_size,
        shuffle=True,
    )
    test = DataLoader(
        datasets.MNIST("data", train=False, transform=to_tensor), batch_size=batch_size
    )
    model = VAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(1, epochs + 1):
        model.train()
        total = 0.0
        for images, _ in train:
            optimizer.zero_grad()
            loss = elbo(*_with(model, images))
            loss.backward()
            total += loss.item()
            optimizer.step()
        print(f"{epoch}: train {total / len(train.dataset):.2f}")

        model.eval()
        with torch.no_grad():
            held_out = sum(elbo(*_with(model, images)).item() for images, _ in test)
        print(f"{epoch}: test {held_out / len(test.dataset):.2f}")


def _with(model: VAE, images: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    reconstruction, mean, log_variance = model(images)
    return reconstruction, images, mean, log_variance


if __name__ == "__main__":
    run()
