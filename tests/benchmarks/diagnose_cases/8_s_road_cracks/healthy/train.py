"""Segment cracks in road surface images."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from metrics import crack_iou


def road_images(n, size=32):
    texture = 0.25 * torch.randn(n, 1, size, size)
    mask = torch.zeros(n, 1, size, size)
    for k in range(n):
        row = torch.randint(6, size - 6, (1,)).item()
        vertical = bool(torch.rand(1) < 0.5)
        for col in range(size):
            row = min(size - 3, max(2, row + int(torch.randint(-1, 2, (1,)))))
            mask[k, 0, row - 1:row + 2, col] = 1
        if vertical:
            mask[k] = mask[k].transpose(1, 2).clone()
    depth = 0.7 + 0.4 * torch.rand(n, 1, 1, 1)
    shade = torch.linspace(-0.3, 0.3, size).view(1, 1, 1, size) * torch.randn(n, 1, 1, 1)
    return texture + shade - depth * mask, mask


def double_conv(a, b):
    return nn.Sequential(nn.Conv2d(a, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU(),
                         nn.Conv2d(b, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU())


class MiniUNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = double_conv(1, 8)
        self.bottom = double_conv(8, 16)
        self.up = nn.ConvTranspose2d(16, 8, 2, stride=2)
        self.merge = double_conv(16, 8)
        self.out = nn.Conv2d(8, 1, 1)

    def forward(self, x):
        skip = self.down(x)
        deep = self.up(self.bottom(nn.functional.max_pool2d(skip, 2)))
        return self.out(self.merge(torch.cat([skip, deep], dim=1)))


class Trainer:
    def __init__(self, model, lr=3e-3):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.criterion = nn.BCEWithLogitsLoss(pos_weight=torch.tensor(2.0))

    def epoch(self, loader):
        self.model.train()
        losses = []
        for image, mask in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(image), mask)
            loss.backward()
            self.optimizer.step()
            losses.append(loss.item())
        return sum(losses) / len(losses)

    @torch.no_grad()
    def test(self, images, masks):
        self.model.eval()
        return crack_iou(self.model(images), masks)


if __name__ == "__main__":
    torch.manual_seed(14)
    train_loader = DataLoader(TensorDataset(*road_images(240)), batch_size=12, shuffle=True)
    test_images, test_masks = road_images(60)
    trainer = Trainer(MiniUNet())
    for epoch in range(6):
        loss = trainer.epoch(train_loader)
        print(f"epoch {epoch + 1}: loss {loss:.4f}  test IoU {trainer.test(test_images, test_masks):.3f}")
