"""Active / inactive compounds from 20 descriptors; the screening labels are noisy."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from trainer import Trainer


def compounds(n, w, flip):
    x = torch.randn(n, 20)
    y = ((x @ w) + 0.5 * torch.tanh(x[:, 0] * x[:, 1]) > 0).long()
    wrong = torch.rand(n) < flip
    return x, torch.where(wrong, 1 - y, y)


def main():
    torch.manual_seed(13)
    w = torch.randn(20)
    # screening plates carry about 30% wrong labels, the confirmed set does not
    train_set = TensorDataset(*compounds(1500, w, flip=0.3))
    val_set = TensorDataset(*compounds(500, w, flip=0.3))
    confirmed = TensorDataset(*compounds(1500, w, flip=0.0))

    train_loader = DataLoader(train_set, batch_size=50, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=250)
    test_loader = DataLoader(confirmed, batch_size=500)

    model = nn.Sequential(
        nn.Linear(20, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 2)
    )
    trainer = Trainer(model, lr=1e-3, max_epochs=80, patience=8)
    trainer.fit(train_loader, val_loader)
    print(f"accuracy on confirmed compounds {trainer.accuracy(test_loader):.3f}")


if __name__ == "__main__":
    main()
