import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

from unet import TinySegNet


def surfaces(n, size=20, seed=0):
    rng = np.random.default_rng(seed)
    img = rng.normal(0, 0.25, (n, size, size))
    mask = np.zeros((n, size, size))
    yy, xx = np.mgrid[:size, :size]
    for k in range(n):
        for _ in range(rng.integers(1, 3)):
            cy, cx = rng.uniform(3, size - 3, 2)
            a, b = rng.uniform(1.5, 3.0, 2)
            blob = ((yy - cy) / a) ** 2 + ((xx - cx) / b) ** 2 < 1
            mask[k][blob] = 1
            img[k][blob] += rng.uniform(0.7, 1.2)
        img[k] += np.linspace(-0.2, 0.2, size)[None] * rng.normal()
    return torch.tensor(img, dtype=torch.float32).unsqueeze(1), torch.tensor(mask, dtype=torch.float32)


def iou(logits, mask):
    p = logits > 0
    m = mask > 0.5
    return ((p & m).sum() / (p | m).sum().clamp(min=1)).item()


def run(seed=2, epochs=10, lr=2e-3):
    torch.manual_seed(seed)
    train_x, train_m = surfaces(900, seed=seed)
    test_x, test_m = surfaces(200, seed=seed + 500)
    loader = DataLoader(TensorDataset(train_x, train_m), batch_size=30, shuffle=True)
    net = TinySegNet(prior=train_m.mean().item())
    optim = torch.optim.Adam(net.parameters(), lr=lr)
    for epoch in range(epochs):
        net.train()
        acc_loss = 0.0
        for x, m in loader:
            loss = F.binary_cross_entropy_with_logits(net(x), m)
            optim.zero_grad()
            loss.backward()
            optim.step()
            acc_loss += loss.item()
        net.eval()
        with torch.no_grad():
            out = net(test_x)
        print(f"epoch {epoch}: bce {acc_loss / len(loader):.4f}, test bce "
              f"{F.binary_cross_entropy_with_logits(out, test_m).item():.4f}, test IoU {iou(out, test_m):.3f}")


if __name__ == "__main__":
    run()
