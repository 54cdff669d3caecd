import math

import torch
import torch.nn as nn


def record(n, length=256):
    """Claps heard from 1 to 20 m: the level falls with distance, the reverberant tail does not tell."""
    dist = 1 + 19 * torch.rand(n)
    t = torch.arange(length) / length
    onset = 0.1 + 0.3 * torch.rand(n, 1)
    tone = torch.sin(2 * math.pi * (20 + 20 * torch.rand(n, 1)) * t + 6.28 * torch.rand(n, 1))
    decay = torch.where(t > onset, torch.exp(-(t - onset) * (4 + 6 * torch.rand(n, 1))), torch.zeros(()))
    wave = 4.0 / dist.sqrt().unsqueeze(1) * tone * decay * (1 + 0.05 * torch.randn(n, 1))
    wave = wave + 0.02 * wave.std(1, keepdim=True) * torch.randn(n, length)
    return wave.unsqueeze(1), torch.log(dist)


class RangeNet(nn.Module):
    def __init__(self, ch=24):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv1d(1, ch, 9, stride=2, padding=4),
            nn.InstanceNorm1d(ch),
            nn.ReLU(),
        )
        self.body = nn.Sequential(
            nn.Conv1d(ch, ch, 7, stride=2, padding=3),
            nn.ReLU(),
            nn.Conv1d(ch, ch, 5, stride=2, padding=2),
            nn.ReLU(),
            nn.AdaptiveMaxPool1d(4),
            nn.Flatten(),
        )
        self.head = nn.Sequential(nn.Linear(4 * ch, 48), nn.ReLU(), nn.Linear(48, 1))

    def forward(self, wave):
        return self.head(self.body(self.stem(wave))).squeeze(1)


def main():
    torch.manual_seed(10)
    x_train, y_train = record(2500)
    x_test, y_test = record(600)
    mean, std = y_train.mean(), y_train.std()
    model = RangeNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=8, gamma=0.3)
    loss_fn = nn.SmoothL1Loss()
    for epoch in range(16):
        model.train()
        order = torch.randperm(len(x_train))
        running = 0.0
        for idx in order.split(50):
            optimizer.zero_grad()
            loss = loss_fn(model(x_train[idx]), (y_train[idx] - mean) / std)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(idx)
        scheduler.step()
        if epoch % 4 == 3:
            model.eval()
            with torch.no_grad():
                guess = model(x_test) * std + mean
            r2 = 1 - (guess - y_test).pow(2).mean() / y_test.var()
            err = (guess.exp() - y_test.exp()).abs().mean()
            print(f"epoch {epoch + 1}: loss {running / len(x_train):.4f}, test R2 {r2:.3f}, mean error {err:.2f} m")


if __name__ == "__main__":
    main()
