# Denoising autoencoder for scanned shipping-label patches.
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(21)
np.random.seed(21)


class LabelPatches(Dataset):
    """12x12 patches with printed strokes, grey levels mapped to [-1, 1]."""

    def __init__(self, n):
        imgs = np.full((n, 12, 12), 0.04)
        for img in imgs:
            for _ in range(np.random.randint(1, 4)):
                a, b = np.random.randint(0, 12, 2)
                w = np.random.randint(1, 3)
                if np.random.rand() < 0.5:
                    img[a:a + w, min(b, 6):min(b, 6) + 6] = 0.95
                else:
                    img[min(b, 6):min(b, 6) + 6, a:a + w] = 0.95
        imgs = (imgs - 0.5) / 0.5
        self.clean = torch.tensor(imgs, dtype=torch.float32).unsqueeze(1)
        self.noisy = self.clean + 0.5 * torch.randn_like(self.clean)

    def __len__(self):
        return len(self.clean)

    def __getitem__(self, i):
        return self.noisy[i], self.clean[i]


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, 16, 3, stride=2, padding=1), nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(),
        )
        self.decoder = nn.Sequential(
            nn.ConvTranspose2d(32, 16, 4, stride=2, padding=1), nn.ReLU(),
            nn.Conv2d(16, 1, 3, padding=1), nn.Sigmoid(),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


def psnr(a, b):
    return 10 * torch.log10(4.0 / ((a - b) ** 2).mean())


train_loader = DataLoader(LabelPatches(2500), batch_size=50, shuffle=True)
val = LabelPatches(500)

model = Denoiser()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
mse = nn.MSELoss()

for epoch in range(10):
    model.train()
    losses = []
    for noisy, clean in train_loader:
        optimizer.zero_grad()
        loss = mse(model(noisy), clean)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        out = model(val.noisy)
        print("epoch %d  train mse %.4f  val mse %.4f  val psnr %.2f dB (noisy input %.2f dB)" % (
            epoch, np.mean(losses), mse(out, val.clean).item(), psnr(out, val.clean).item(),
            psnr(val.noisy, val.clean).item()))
