import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

from dataset import CellDataset
from unet import UNet


def dice_loss(logits, target, eps=1.0):
    p = torch.sigmoid(logits)
    inter = (p * target).sum((1, 2, 3))
    return (1 - (2 * inter + eps) / (p.sum((1, 2, 3)) + target.sum((1, 2, 3)) + eps)).mean()


@torch.no_grad()
def mean_iou(model, loader):
    model.eval()
    scores = []
    for image, mask in loader:
        pred = model(image) > 0
        mask = mask > 0.5
        inter = (pred & mask).sum((1, 2, 3)).float()
        union = (pred | mask).sum((1, 2, 3)).float()
        scores.append(inter / union.clamp(min=1))
    return torch.cat(scores).mean().item()


if __name__ == "__main__":
    torch.manual_seed(30)
    train_loader = DataLoader(CellDataset(400, augment=True), batch_size=20, shuffle=True)
    val_loader = DataLoader(CellDataset(120, augment=False), batch_size=60)
    model = UNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(1, 9):
        model.train()
        total = 0.0
        for image, mask in train_loader:
            logits = model(image)
            loss = F.binary_cross_entropy_with_logits(logits, mask) + dice_loss(logits, mask)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch:2d}  loss {total / len(train_loader):.4f}  val IoU {mean_iou(model, val_loader):.3f}")
