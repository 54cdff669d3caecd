"""ECG-patch beat classifier in the style of random convolutional kernels: only the readout is fitted."""
import math
import torch
from torch import nn


class RandomKernels(nn.Module):
    def __init__(self, n_kernels=200, width=9):
        super().__init__()
        self.conv = nn.Conv1d(1, n_kernels, width, dilation=2)
        for p in self.conv.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def forward(self, x):
        z = self.conv(x)
        return torch.cat([z.amax(-1), (z > 0).float().mean(-1)], 1)


def beats(n):
    y = torch.randint(3, (n,))
    t = torch.linspace(-1, 1, 90)
    width = torch.tensor([0.06, 0.14, 0.06])[y][:, None]
    centre = 0.3 * (torch.rand(n, 1) - 0.5)
    x = torch.exp(-((t - centre) / width) ** 2)
    notch = torch.exp(-((t - centre - 0.35) / 0.08) ** 2)
    x = x + torch.tensor([0.3, 0.3, -0.3])[y][:, None] * notch
    return (x + 0.1 * torch.sin(2 * math.pi * t + 6.28 * torch.rand(n, 1)) + 0.08 * torch.randn(n, 90)).unsqueeze(1), y


if __name__ == "__main__":
    torch.manual_seed(62)
    featurise = RandomKernels()
    xtr, ytr = beats(2000)
    xte, yte = beats(500)
    ftr, fte = featurise(xtr), featurise(xte)
    mu, sd = ftr.mean(0), ftr.std(0) + 1e-6
    ftr, fte = (ftr - mu) / sd, (fte - mu) / sd
    readout = nn.Linear(ftr.shape[1], 3)
    opt = torch.optim.AdamW(readout.parameters(), lr=2e-3, weight_decay=1e-2)
    for epoch in range(10):
        for idx in torch.randperm(len(ftr)).split(50):
            loss = nn.functional.cross_entropy(readout(ftr[idx]), ytr[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        with torch.no_grad():
            acc = (readout(fte).argmax(1) == yte).float().mean()
        print(f"epoch {epoch} loss {loss.item():.3f} test accuracy {acc:.3f}")
