import math

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class VibrationWindows(Dataset):
    """Accelerometer windows (g) of a pump; the class is the wear stage 0..3."""

    def __init__(self, n, length=128, seed=0):
        g = torch.Generator().manual_seed(seed)
        self.stage = torch.randint(0, 4, (n,), generator=g)
        t = torch.arange(length) / length
        rpm = torch.rand(n, 1, generator=g) * 4 + 8
        phase = torch.rand(n, 1, generator=g) * 2 * math.pi
        amp = (0.3 + 0.35 * self.stage.float()).unsqueeze(1) * (1 + 0.12 * torch.randn(n, 1, generator=g))
        tone = torch.sin(2 * math.pi * rpm * t + phase) + 0.4 * torch.sin(4 * math.pi * rpm * t + phase)
        noise = torch.randn(n, length, generator=g)
        self.signal = (amp * (tone + 0.3 * noise)).unsqueeze(1)

    def __len__(self):
        return len(self.stage)

    def __getitem__(self, i):
        return self.signal[i], self.stage[i]


def make_model():
    return nn.Sequential(
        nn.Conv1d(1, 16, 9, stride=2, padding=4),
        nn.ReLU(),
        nn.Conv1d(16, 32, 5, stride=2, padding=2),
        nn.ReLU(),
        nn.AdaptiveAvgPool1d(1),
        nn.Flatten(),
        nn.Linear(32, 32),
        nn.ReLU(),
        nn.Linear(32, 4),
    )


def train(epochs=10, seed=0):
    torch.manual_seed(seed)
    dl = DataLoader(VibrationWindows(2000, seed=seed + 1), batch_size=50, shuffle=True)
    test = VibrationWindows(500, seed=seed + 2)
    model = make_model()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(epochs):
        model.train()
        last = []
        for x, y in dl:
            loss = nn.functional.cross_entropy(model(x), y)
            opt.zero_grad(set_to_none=True)
            loss.backward()
            opt.step()
            last.append(loss.detach())
        model.eval()
        with torch.inference_mode():
            pred = model(test.signal).argmax(1)
        off = (pred - test.stage).abs().float().mean()
        print(f"epoch {epoch:2d}  loss {torch.stack(last).mean():.4f}  "
              f"test accuracy {(pred == test.stage).float().mean():.3f}  mean stage error {off:.3f}")


train()
