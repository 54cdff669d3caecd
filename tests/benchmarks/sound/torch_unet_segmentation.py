from pathlib import Path

import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split
from torchvision.transforms import functional as TF


class DoubleConv(nn.Module):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.block = nn.Sequential(
            nn.Conv2d(in_channels, out_channels, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(out_channels, out_channels, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(inplace=True),
        )

    def forward(self, x):
        return self.block(x)


class UNet(nn.Module):
    def __init__(self, channels=3, classes=1, features=(64, 128, 256, 512)):
        super().__init__()
        self.downs = nn.ModuleList()
        self.ups = nn.ModuleList()
        self.pool = nn.MaxPool2d(2, 2)
        for feature in features:
            self.downs.append(DoubleConv(channels, feature))
            channels = feature
        for feature in reversed(features):
            self.ups.append(nn.ConvTranspose2d(feature * 2, feature, kernel_size=2, stride=2))
            self.ups.append(DoubleConv(feature * 2, feature))
        self.bottleneck = DoubleConv(features[-1], features[-1] * 2)
        self.final = nn.Conv2d(features[0], classes, kernel_size=1)

    def forward(self, x):
        skips = []
        for down in self.downs:
            x = down(x)
            skips.append(x)
            x = self.pool(x)
        x = self.bottleneck(x)
        skips = skips[::-1]
        for i in range(0, len(self.ups), 2):
            x = self.ups[i](x)
            skip = skips[i // 2]
            if x.shape[-2:] != skip.shape[-2:]:
                x = F.interpolate(x, size=skip.shape[-2:])
            x = self.ups[i + 1](torch.cat((skip, x), dim=1))
        return self.final(x)


class Carvana(Dataset):
    def __init__(self, root, size=(160, 240)):
        self.images = sorted(Path(root, "images").glob("*.jpg"))
        self.masks = Path(root, "masks")
        self.size = list(size)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        path = self.images[index]
        image = TF.resize(Image.open(path).convert("RGB"), self.size)
        mask = Image.open(self.masks / f"{path.stem}_mask.gif").convert("L")
        mask = TF.resize(mask, self.size, interpolation=TF.InterpolationMode.NEAREST)
        return TF.to_tensor(image), (TF.to_tensor(mask) > 0.5).float()


def dice_loss(logits, target, smooth=1.0):
    probability = torch.sigmoid(logits)
    overlap = (probability * target).sum(dim=(1, 2, 3))
    total = probability.sum(dim=(1, 2, 3)) + target.sum(dim=(1, 2, 3))
    return 1 - ((2 * overlap + smooth) / (total + smooth)).mean()


def train_one_epoch(loader, model, optimizer, scaler, device):
    model.train()
    for images, masks in loader:
        images, masks = images.to(device), masks.to(device)
        optimizer.zero_grad()
        with torch.autocast(device_type=device.type, enabled=device.type == "cuda"):
            logits = model(images)
            loss = F.binary_cross_entropy_with_logits(logits, masks) + dice_loss(logits, masks)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        scaler.step(optimizer)
        scaler.update()


@torch.inference_mode()
def validate(loader, model, device):
    model.eval()
    dice, batches = 0.0, 0
    for images, masks in loader:
        prediction = (model(images.to(device)).sigmoid() > 0.5).float().cpu()
        dice += (2 * (prediction * masks).sum() / ((prediction + masks).sum() + 1e-8)).item()
        batches += 1
    return dice / max(batches, 1)


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dataset = Carvana("data/carvana")
    held_out = len(dataset) // 10
    train_set, val_set = random_split(
        dataset,
        [len(dataset) - held_out, held_out],
        generator=torch.Generator().manual_seed(0),
    )
    train_loader = DataLoader(train_set, batch_size=16, shuffle=True, num_workers=2)
    val_loader = DataLoader(val_set, batch_size=16, num_workers=2)
    model = UNet().to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    scaler = torch.amp.GradScaler(enabled=device.type == "cuda")
    for epoch in range(20):
        train_one_epoch(train_loader, model, optimizer, scaler, device)
        print(epoch, validate(val_loader, model, device))


if __name__ == "__main__":
    main()
