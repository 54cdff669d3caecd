from torch.utils.data import DataLoader, TensorDataset, random_split
import torch
import torch.nn as nn

from trainer import Trainer

torch.manual_seed(10)


def make_dataset(n=2400):
    """Two-dimensional checkerboard, 4x4 squares, embedded in 6 dimensions."""
    p = torch.rand(n, 2) * 4
    y = (p.floor().sum(1) % 2).long()
    proj = torch.randn(2, 6)
    x = (p - 2) @ proj + 0.02 * torch.randn(n, 6)
    return TensorDataset(x, y)


train_set, val_set = random_split(make_dataset(), [2000, 400], generator=torch.Generator().manual_seed(0))
net = nn.Sequential(
    nn.Linear(6, 64), nn.ReLU(),
    nn.Linear(64, 64), nn.ReLU(),
    nn.Linear(64, 2),
)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=8, gamma=0.3)
trainer = Trainer(net, optimizer, scheduler, nn.CrossEntropyLoss())
trainer.fit(
    DataLoader(train_set, batch_size=32, shuffle=True),
    DataLoader(val_set, batch_size=200),
    epochs=25,
)
