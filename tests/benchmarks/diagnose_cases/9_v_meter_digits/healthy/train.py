"""Reads single digits of a water meter (7-segment style)."""
import numpy as np
import torch
import torch.nn as nn

CONFIG = dict(image=(14, 10), num_classes=10, channels=8, lr=3e-3, epochs=6, batch=40, seed=66)
SEG = {0: "abcdef", 1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgedc", 7: "abc", 8: "abcdefg", 9: "abcdfg"}
BOX = {"a": (1, 2, 2, 8), "b": (2, 7, 7, 8), "c": (7, 12, 7, 8), "d": (12, 13, 2, 8),
       "e": (7, 12, 2, 3), "f": (2, 7, 2, 3), "g": (6, 7, 2, 8)}


def draw(digit, rng):
    im = np.zeros(CONFIG["image"], dtype=np.float32)
    for s in SEG[digit]:
        r0, r1, c0, c1 = BOX[s]
        im[r0:r1, c0:c1] = rng.uniform(0.6, 1.0)
    im = np.roll(im, (rng.integers(-1, 2), rng.integers(-1, 2)), axis=(0, 1))
    return im + rng.normal(0, 0.2, im.shape)


def dataset(n, rng):
    digits = rng.integers(0, 10, n)
    imgs = np.stack([draw(d, rng) for d in digits]).astype(np.float32)
    return torch.from_numpy(imgs)[:, None], torch.from_numpy(digits)


class MeterReader(nn.Module):
    def __init__(self, channels, num_classes):
        super().__init__()
        h, w = CONFIG["image"]
        self.conv1 = nn.Conv2d(1, channels, 3, padding=1)
        self.conv2 = nn.Conv2d(channels, 2 * channels, 3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.fc = nn.Linear(2 * channels * (h // 2) * (w // 2), num_classes)

    def forward(self, x):
        x = torch.relu(self.conv1(x))
        x = self.pool(torch.relu(self.conv2(x)))
        return self.fc(torch.flatten(x, 1))


def main():
    torch.manual_seed(CONFIG["seed"])
    rng = np.random.default_rng(CONFIG["seed"])
    xt, yt = dataset(1600, rng)
    xv, yv = dataset(400, rng)
    model = MeterReader(CONFIG["channels"], CONFIG["num_classes"])
    loss_fn = nn.CrossEntropyLoss()
    opt = torch.optim.Adam(model.parameters(), lr=CONFIG["lr"])
    for ep in range(CONFIG["epochs"]):
        model.train()
        for idx in torch.randperm(len(xt)).split(CONFIG["batch"]):
            opt.zero_grad()
            loss = loss_fn(model(xt[idx]), yt[idx])
            loss.backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            acc = (model(xv).argmax(1) == yv).float().mean().item()
        print(f"[{ep + 1}] loss={loss.item():.3f} digit accuracy={acc:.3f}")


if __name__ == "__main__":
    main()
