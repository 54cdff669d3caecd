# convolutional autoencoder for little 16x16 glyphs
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 3
np.random.seed(SEED)
torch.manual_seed(SEED)


def draw(n):
    yy, xx = np.mgrid[0:16, 0:16]
    imgs = np.zeros((n, 1, 16, 16), dtype=np.float32)
    for i in range(n):
        cx, cy = np.random.uniform(5, 11, 2)
        r = np.random.uniform(2.0, 4.5)
        kind = np.random.randint(3)
        if kind == 0:      # disc
            m = (xx - cx) ** 2 + (yy - cy) ** 2 < r ** 2
        elif kind == 1:    # square
            m = (abs(xx - cx) < r) & (abs(yy - cy) < r)
        else:              # cross
            m = (abs(xx - cx) < 1.2) | (abs(yy - cy) < 1.2)
        imgs[i, 0] = m
    imgs += 0.03 * np.random.randn(*imgs.shape).astype(np.float32)
    return np.clip(imgs, 0, 1)


class Encoder(nn.Module):
    def __init__(self, latent=16):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(1, 16, 3, stride=2, padding=1), nn.ReLU(),
            nn.Conv2d(16, 32, 3, stride=2, padding=1), nn.ReLU(),
        )
        self.fc = nn.Linear(32 * 4 * 4, latent)

    def forward(self, x):
        return self.fc(self.conv(x).flatten(1))


class Decoder(nn.Module):
    def __init__(self, latent=16):
        super().__init__()
        self.fc = nn.Linear(latent, 32 * 4 * 4)
        self.deconv = nn.Sequential(
            nn.ReLU(),
            nn.ConvTranspose2d(32, 16, 4, stride=2, padding=1), nn.ReLU(),
            nn.ConvTranspose2d(16, 1, 4, stride=2, padding=1),
            nn.Tanh(),
        )

    def forward(self, z):
        return self.deconv(self.fc(z).view(-1, 32, 4, 4))


# scale to [-1, 1]
train = torch.from_numpy(draw(1500)) * 2 - 1
test = torch.from_numpy(draw(400)) * 2 - 1
loader = DataLoader(TensorDataset(train), batch_size=64, shuffle=True)

enc, dec = Encoder(), Decoder()
params = list(enc.parameters()) + list(dec.parameters())
opt = torch.optim.Adam(params, lr=2e-3)

for epoch in range(12):
    tot = 0
    for (img,) in loader:
        rec = dec(enc(img))
        loss = nn.functional.mse_loss(rec, img)
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot += loss.item() * len(img)
    with torch.no_grad():
        err = nn.functional.mse_loss(dec(enc(test)), test).item()
    print("epoch %2d  train %.4f  test %.4f  psnr %.2f dB" % (epoch, tot / len(train), err, 10 * np.log10(4 / err)))
