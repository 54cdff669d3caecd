"""Fill-level inspection: train on a recorded lot, then run bottle by bottle as on the line."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from camera import STATES, shots, stream


class FillNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.AdaptiveAvgPool2d(1),
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(16, len(STATES)),
        )

    def forward(self, x):
        return self.net(x)


def train(model, loader, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(epochs):
        model.train()
        right = total = 0
        for image, state in loader:
            optimizer.zero_grad()
            logits = model(image)
            nn.functional.cross_entropy(logits, state).backward()
            optimizer.step()
            right += (logits.argmax(1) == state).sum().item()
            total += len(state)
        print(f"epoch {epoch + 1:2d}  lot accuracy {right / total:.3f}")


def run_line(model, bottles):
    model.requires_grad_(False)
    right = total = 0
    for image, state in bottles:
        verdict = model(image).argmax(1).item()
        right += verdict == state
        total += 1
    return right / total


def main():
    torch.manual_seed(23)
    g = torch.Generator().manual_seed(230)
    images, states = shots(1600, g)
    loader = DataLoader(TensorDataset(images, states), batch_size=40, shuffle=True)
    model = FillNet()
    train(model, loader, epochs=10)
    print(f"line accuracy over 600 bottles {run_line(model, stream(600, g)):.3f}")


if __name__ == "__main__":
    main()
