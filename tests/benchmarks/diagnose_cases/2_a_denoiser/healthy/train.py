"""Convolutional denoising autoencoder on synthetic 16x16 shapes."""
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    image_size: int = 16
    n_train: int = 1000
    n_test: int = 300
    noise_std: float = 0.35
    batch_size: int = 32
    num_epochs: int = 16
    learning_rate: float = 1e-3
    seed: int = 3


def make_images(n, size, gen):
    yy, xx = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    out = torch.zeros(n, 1, size, size)
    for i in range(n):
        cx, cy = torch.randint(4, size - 4, (2,), generator=gen).tolist()
        r = int(torch.randint(2, 5, (1,), generator=gen))
        if i % 2:
            m = (xx - cx) ** 2 + (yy - cy) ** 2 <= r * r
        else:
            m = ((xx - cx).abs() <= r) & ((yy - cy).abs() <= r)
        out[i, 0][m] = 1.0
    return out


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, 16, 3, stride=2, padding=1), nn.ReLU(),
            nn.Conv2d(16, 32, 3, stride=2, padding=1), nn.ReLU(),
        )
        self.decoder = nn.Sequential(
            nn.ConvTranspose2d(32, 16, 4, stride=2, padding=1), nn.ReLU(),
            nn.ConvTranspose2d(16, 1, 4, stride=2, padding=1), nn.Sigmoid(),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


def psnr(a, b):
    return (10 * torch.log10(1.0 / ((a - b) ** 2).mean())).item()


cfg = Config()
torch.manual_seed(cfg.seed)
gen = torch.Generator().manual_seed(cfg.seed)
clean = make_images(cfg.n_train, cfg.image_size, gen)
clean_test = make_images(cfg.n_test, cfg.image_size, gen)
noisy_test = clean_test + cfg.noise_std * torch.randn(clean_test.shape, generator=gen)

model = Denoiser()
opt = torch.optim.Adam(model.parameters(), lr=cfg.learning_rate)
mse = nn.MSELoss()

print(f"PSNR of the noisy input {psnr(noisy_test, clean_test):.2f} dB")
for epoch in range(cfg.num_epochs):
    order = torch.randperm(cfg.n_train)
    total = 0.0
    for i in range(0, cfg.n_train, cfg.batch_size):
        x = clean[order[i:i + cfg.batch_size]]
        noisy = x + cfg.noise_std * torch.randn_like(x)
        opt.zero_grad()
        loss = mse(model(noisy), x)
        loss.backward()
        opt.step()
        total += loss.item() * len(x)
    with torch.no_grad():
        p = psnr(model(noisy_test), clean_test)
    print(f"epoch {epoch}: train mse {total / cfg.n_train:.4f}  test PSNR {p:.2f} dB")
