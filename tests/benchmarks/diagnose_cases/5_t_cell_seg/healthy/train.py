import torch
import torch.nn as nn
import torch.nn.functional as F


class UNetMini(nn.Module):
    def __init__(self, ch=8):
        super().__init__()
        self.enc1 = nn.Sequential(nn.Conv2d(1, ch, 3, padding=1), nn.ReLU())
        self.enc2 = nn.Sequential(nn.Conv2d(ch, 2 * ch, 3, padding=1), nn.ReLU())
        self.up = nn.ConvTranspose2d(2 * ch, ch, 2, stride=2)
        self.dec = nn.Sequential(nn.Conv2d(2 * ch, ch, 3, padding=1), nn.ReLU())
        self.out = nn.Conv2d(ch, 1, 1)

    def forward(self, x):
        a = self.enc1(x)
        b = self.enc2(F.max_pool2d(a, 2))
        d = self.dec(torch.cat([self.up(b), a], 1))
        return torch.sigmoid(self.out(d))


def make_cells(n, size=32):
    yy, xx = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    mask = torch.zeros(n, 1, size, size)
    for i in range(n):
        for _ in range(3):
            cy, cx = torch.randint(4, size - 4, (2,))
            r = torch.randint(3, 6, (1,))
            mask[i, 0][(yy - cy) ** 2 + (xx - cx) ** 2 <= r ** 2] = 1.0
    img = 0.8 * mask + 0.35 * torch.randn(n, 1, size, size)
    return img, mask


def dice_score(prob, target, eps=1e-6):
    pred = (prob > 0.5).float()
    inter = (pred * target).sum((1, 2, 3))
    return ((2 * inter + eps) / (pred.sum((1, 2, 3)) + target.sum((1, 2, 3)) + eps)).mean()


def train():
    torch.manual_seed(6)
    img, mask = make_cells(240)
    vimg, vmask = make_cells(60)
    net = UNetMini()
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    for epoch in range(8):
        net.train()
        losses = []
        for idx in torch.randperm(len(img)).split(12):
            p = net(img[idx])
            loss = F.binary_cross_entropy(p, mask[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        net.eval()
        with torch.no_grad():
            vp = net(vimg)
            vloss = F.binary_cross_entropy(vp, vmask).item()
            vdice = dice_score(vp, vmask).item()
        print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.4f}  val_loss {vloss:.4f}  val_dice {vdice:.4f}")


if __name__ == "__main__":
    train()
