import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

N_CLASSES = 3  # background, road, building
SIZE = 20


def render(n, rng):
    imgs = rng.normal(0, 0.25, (n, 3, SIZE, SIZE)).astype(np.float32)
    masks = np.zeros((n, SIZE, SIZE), dtype=np.int64)
    for k in range(n):
        if rng.random() < 0.5:
            r = rng.integers(2, SIZE - 4)
            masks[k, r:r + 3, :] = 1
        else:
            c = rng.integers(2, SIZE - 4)
            masks[k, :, c:c + 3] = 1
        for _ in range(rng.integers(1, 3)):
            y, x = rng.integers(0, SIZE - 6, 2)
            h, w = rng.integers(4, 7, 2)
            masks[k, y:y + h, x:x + w] = 2
        palette = np.array([[0.1, 0.5, 0.1], [0.4, 0.4, 0.45], [0.6, 0.35, 0.3]])
        imgs[k] += palette[masks[k]].transpose(2, 0, 1)
    return torch.from_numpy(imgs), torch.from_numpy(masks)


class TinyUNet(nn.Module):
    def __init__(self, c=12):
        super().__init__()
        self.enc1 = nn.Sequential(nn.Conv2d(3, c, 3, padding=1), nn.ReLU(), nn.Conv2d(c, c, 3, padding=1), nn.ReLU())
        self.enc2 = nn.Sequential(nn.Conv2d(c, 2 * c, 3, padding=1), nn.ReLU())
        self.up = nn.ConvTranspose2d(2 * c, c, 2, stride=2)
        self.dec = nn.Sequential(nn.Conv2d(2 * c, c, 3, padding=1), nn.ReLU())
        self.out = nn.Conv2d(c, N_CLASSES, 1)

    def forward(self, x):
        a = self.enc1(x)
        b = self.enc2(F.max_pool2d(a, 2))
        return self.out(self.dec(torch.cat([a, self.up(b)], dim=1)))


def mean_iou(pred, target):
    ious = []
    for c in range(N_CLASSES):
        inter = ((pred == c) & (target == c)).sum().item()
        union = ((pred == c) | (target == c)).sum().item()
        ious.append(inter / max(union, 1))
    return sum(ious) / len(ious), ious


def main():
    torch.manual_seed(8)
    rng = np.random.default_rng(8)
    x_train, m_train = render(400, rng)
    x_val, m_val = render(80, rng)
    net = TinyUNet()
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    ce = nn.CrossEntropyLoss()
    for epoch in range(8):
        net.train()
        losses = []
        for idx in torch.randperm(len(x_train)).split(20):
            logits = net(x_train[idx])
            flat = logits.reshape(-1, N_CLASSES)
            loss = ce(flat, m_train[idx].view(-1))
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        net.eval()
        with torch.no_grad():
            miou, per_class = mean_iou(net(x_val).argmax(1), m_val)
        print(f"epoch {epoch}: loss {np.mean(losses):.3f}  val mIoU {miou:.3f}  " + " ".join(f"{v:.2f}" for v in per_class))


if __name__ == "__main__":
    main()
