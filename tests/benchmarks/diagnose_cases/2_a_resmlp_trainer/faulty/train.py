import torch
from torch.utils.data import DataLoader, TensorDataset

from model import ResMLP
from trainer import Trainer


def friedman(n, seed):
    g = torch.Generator().manual_seed(seed)
    x = torch.rand(n, 10, generator=g)
    y = 10 * torch.sin(3.1416 * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
    y = y + 0.3 * torch.randn(n, generator=g)
    return x, y.unsqueeze(1)


def main():
    torch.manual_seed(2)
    x_train, y_train = friedman(2500, 0)
    x_val, y_val = friedman(500, 1)
    mean, std = y_train.mean(), y_train.std()
    train_loader = DataLoader(TensorDataset(x_train, (y_train - mean) / std), batch_size=50, shuffle=True)
    val_loader = DataLoader(TensorDataset(x_val, (y_val - mean) / std), batch_size=250)

    model = ResMLP(10, 1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=4, gamma=0.5)
    trainer = Trainer(model, optimizer, scheduler, torch.nn.MSELoss())
    history = trainer.fit(train_loader, val_loader, epochs=12)
    print(f"explained variance on validation: {1 - history['val'][-1]:.3f}")


if __name__ == "__main__":
    main()
