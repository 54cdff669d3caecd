"""Denoising autoencoder for waveforms scaled to [-1, 1]."""
import math
import torch
from torch import nn, optim

torch.manual_seed(40)


def waves(n, length=64):
    t = torch.linspace(0, 2 * math.pi, length)
    f = 1 + 2 * torch.rand(n, 1)
    ph = 2 * math.pi * torch.rand(n, 1)
    amp = 0.5 + 0.4 * torch.rand(n, 1)
    return amp * torch.sin(f * t + ph)


class Encoder(nn.Module):
    def __init__(self, length=64, code=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(length, 64), nn.ReLU(), nn.Linear(64, code))

    def forward(self, x):
        return self.net(x)


class Decoder(nn.Module):
    def __init__(self, length=64, code=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(code, 64), nn.ReLU(), nn.Linear(64, length), nn.Sigmoid())

    def forward(self, z):
        return self.net(z)


class DAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = Encoder(), Decoder()

    def forward(self, x):
        return self.decoder(self.encoder(x))


def main():
    clean, test = waves(1500), waves(300)
    model = DAE()
    opt = optim.Adam(model.parameters(), lr=3e-3)
    sched = optim.lr_scheduler.CosineAnnealingLR(opt, T_max=25)
    for epoch in range(25):
        total = 0.0
        for idx in torch.randperm(len(clean)).split(50):
            x = clean[idx]
            noisy = x + 0.15 * torch.randn_like(x)
            loss = nn.functional.mse_loss(model(noisy), x)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        sched.step()
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1} loss {total / len(clean):.5f}")
    with torch.no_grad():
        rec = model(test + 0.15 * torch.randn_like(test))
    noise_mse = 0.15 ** 2
    print(f"test mse {nn.functional.mse_loss(rec, test).item():.5f}, noise level {noise_mse:.5f}, signal power {test.pow(2).mean():.5f}")


if __name__ == "__main__":
    main()
