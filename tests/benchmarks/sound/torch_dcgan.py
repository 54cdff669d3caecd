import os
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms, utils


@dataclass
class Options:
    latent: int = 100
    generator_width: int = 64
    critic_width: int = 64
    channels: int = 3
    batch_size: int = 128
    epochs: int = 25
    lr: float = 2e-4
    beta1: float = 0.5


def init_weights(module):
    name = module.__class__.__name__
    if "Conv" in name:
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif "BatchNorm" in name:
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)


class Generator(nn.Module):
    def __init__(self, o: Options):
        super().__init__()
        w = o.generator_width
        self.main = nn.Sequential(
            nn.ConvTranspose2d(o.latent, w * 8, 4, 1, 0, bias=False),
            nn.BatchNorm2d(w * 8),
            nn.ReLU(True),
            nn.ConvTranspose2d(w * 8, w * 4, 4, 2, 1, bias=False),
            nn.BatchNorm2d(w * 4),
            nn.ReLU(True),
            nn.ConvTranspose2d(w * 4, w * 2, 4, 2, 1, bias=False),
            nn.BatchNorm2d(w * 2),
            nn.ReLU(True),
            nn.ConvTranspose2d(w * 2, w, 4, 2, 1, bias=False),
            nn.BatchNorm2d(w),
            nn.ReLU(True),
            nn.ConvTranspose2d(w, o.channels, 4, 2, 1, bias=False),
            nn.Tanh(),
        )

    def forward(self, z):
        return self.main(z)


class Discriminator(nn.Module):
    def __init__(self, o: Options):
        super().__init__()
        w = o.critic_width
        self.main = nn.Sequential(
            nn.Conv2d(o.channels, w, 4, 2, 1, bias=False),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(w, w * 2, 4, 2, 1, bias=False),
            nn.BatchNorm2d(w * 2),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(w * 2, w * 4, 4, 2, 1, bias=False),
            nn.BatchNorm2d(w * 4),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(w * 4, w * 8, 4, 2, 1, bias=False),
            nn.BatchNorm2d(w * 8),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(w * 8, 1, 4, 1, 0, bias=False),
            nn.Sigmoid(),
        )

    def forward(self, image):
        return self.main(image).view(-1)


def main():
    o = Options()
    torch.manual_seed(999)
    device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    dataset = datasets.ImageFolder(
        "data/faces",
        transform=transforms.Compose(
            [
                transforms.Resize(64),
                transforms.CenterCrop(64),
                transforms.ToTensor(),
                transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)),
            ]
        ),
    )
    loader = DataLoader(dataset, batch_size=o.batch_size, shuffle=True, num_workers=2)
    net_g = Generator(o).to(device)
    net_d = Discriminator(o).to(device)
    net_g.apply(init_weights)
    net_d.apply(init_weights)

    criterion = nn.BCELoss()
    fixed_noise = torch.randn(64, o.latent, 1, 1, device=device)
    opt_d = torch.optim.Adam(net_d.parameters(), lr=o.lr, betas=(o.beta1, 0.999))
    opt_g = torch.optim.Adam(net_g.parameters(), lr=o.lr, betas=(o.beta1, 0.999))
    os.makedirs("samples", exist_ok=True)

    for epoch in range(o.epochs):
        net_g.train()
        for step, (real, _) in enumerate(loader):
            real = real.to(device)
            size = real.size(0)
            ones = torch.ones(size, device=device)
            zeros = torch.zeros(size, device=device)

            net_d.zero_grad()
            loss_real = criterion(net_d(real), ones)
            loss_real.backward()
            fake = net_g(torch.randn(size, o.latent, 1, 1, device=device))
            loss_fake = criterion(net_d(fake.detach()), zeros)
            loss_fake.backward()
            opt_d.step()

            net_g.zero_grad()
            loss_g = criterion(net_d(fake), ones)
            loss_g.backward()
            opt_g.step()

            if step % 50 == 0:
                total = loss_real.item() + loss_fake.item()
                print(f"[{epoch}/{o.epochs}][{step}] d {total:.4f} g {loss_g.item():.4f}")
        net_g.eval()
        with torch.no_grad():
            images = net_g(fixed_noise).cpu()
        utils.save_image(images, f"samples/{epoch:03d}.png", normalize=True)


if __name__ == "__main__":
    main()
