"""Spectra of four materials, in bfloat16 where that is safe."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 10
LEARNING_RATE = 1e-3
BATCH_SIZE = 32


def spectra(count):
    labels = torch.randint(0, 4, (count,))
    peaks = torch.tensor([[10, 40], [10, 48], [20, 40], [20, 48]])[labels]
    axis = torch.arange(64.0)
    centres = peaks[:, :, None] + 1.5 * torch.randn(count, 2, 1)
    lines = torch.exp(-(((axis - centres) / 3.0) ** 2)).sum(dim=1)
    return lines + 0.25 * torch.randn(count, 64), labels


class SpectrumNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(1, 8, kernel_size=5, padding=2),
            nn.ReLU(),
            nn.MaxPool1d(4),
            nn.Flatten(),
            nn.Linear(8 * 16, 32),
            nn.LayerNorm(32),
            nn.ReLU(),
        )
        self.classifier = nn.Linear(32, 4)

    def forward(self, x):
        return self.classifier(self.features(x.unsqueeze(1)))


def main() -> None:
    torch.manual_seed(12)
    train_x, train_y = spectra(1600)
    test_x, test_y = spectra(500)
    mean, std = train_x.mean(), train_x.std()
    train_x, test_x = (train_x - mean) / std, (test_x - mean) / std
    loader = DataLoader(TensorDataset(train_x, train_y), batch_size=BATCH_SIZE, shuffle=True)
    model = SpectrumNet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS)
    loss_fn = nn.CrossEntropyLoss(label_smoothing=0.05)
    for epoch in range(EPOCHS):
        model.train()
        for x, y in loader:
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = model(x)
                loss = loss_fn(logits, y)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
        scheduler.step()
        model.eval()
        with torch.no_grad():
            accuracy = (model(test_x).argmax(dim=1) == test_y).float().mean().item()
        print(f"epoch {epoch} loss {loss.item():.3f} accuracy {accuracy:.3f}")
    print(f"quality: {accuracy:.4f}")


if __name__ == "__main__":
    main()
