import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision.datasets import MNIST
from torchvision.transforms import ToTensor

device = torch.device("mps" if torch.backends.mps.is_available() else "cpu")


class DenoisingAutoencoder(nn.Module):
    def __init__(self, bottleneck=32):
        super().__init__()
        self.encode = nn.Sequential(
            nn.Conv2d(1, 16, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(16, 32, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(32 * 7 * 7, bottleneck),
        )
        self.decode = nn.Sequential(
            nn.Linear(bottleneck, 32 * 7 * 7),
            nn.ReLU(),
            nn.Unflatten(1, (32, 7, 7)),
            nn.ConvTranspose2d(32, 16, 3, stride=2, padding=1, output_padding=1),
            nn.ReLU(),
            nn.ConvTranspose2d(16, 1, 3, stride=2, padding=1, output_padding=1),
            nn.Sigmoid(),
        )

    def forward(self, x):
        return self.decode(self.encode(x))


torch.manual_seed(0)
train_loader = DataLoader(MNIST("data", transform=ToTensor(), download=True), 256, shuffle=True)
test_loader = DataLoader(MNIST("data", train=False, transform=ToTensor()), 512)
model = DenoisingAutoencoder().to(device)
mse = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

for epoch in range(20):
    model.train()
    for clean, _ in train_loader:
        clean = clean.to(device)
        noisy = (clean + 0.3 * torch.randn_like(clean)).clamp(0.0, 1.0)
        loss = mse(model(noisy), clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    model.eval()
    with torch.no_grad():
        error = 0.0
        for clean, _ in test_loader:
            clean = clean.to(device)
            noisy = (clean + 0.3 * torch.randn_like(clean)).clamp(0.0, 1.0)
            error += mse(model(noisy), clean).item() * clean.size(0)
    print(f"epoch {epoch}: {error / len(test_loader.dataset):.5f}")
