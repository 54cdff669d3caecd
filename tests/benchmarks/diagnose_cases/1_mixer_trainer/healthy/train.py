from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class HP:
    epochs: int = 8
    bs: int = 64
    max_lr: float = 0.05
    weight_decay: float = 1e-4


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.ff = nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d))

    def forward(self, x):
        return x + self.ff(self.norm(x))


class Mixer(nn.Module):
    def __init__(self, d_in=20, d=48, n_blocks=3, n_cls=8):
        super().__init__()
        self.stem = nn.Linear(d_in, d)
        self.blocks = nn.ModuleList(Block(d) for _ in range(n_blocks))
        self.head = nn.Linear(d, n_cls)

    def forward(self, x):
        x = self.stem(x)
        for b in self.blocks:
            x = b(x)
        return self.head(x)


def teacher_data(n, g):
    w1 = torch.randn(20, 16, generator=torch.Generator().manual_seed(100))
    w2 = torch.randn(16, 8, generator=torch.Generator().manual_seed(101))
    x = torch.randn(n, 20, generator=g)
    return x, (torch.tanh(x @ w1 * 0.4) @ w2).argmax(1)


class Trainer:
    def __init__(self, model, hp, train_dl, val_dl):
        self.model, self.hp, self.train_dl, self.val_dl = model, hp, train_dl, val_dl
        self.opt = torch.optim.SGD(model.parameters(), lr=hp.max_lr, momentum=0.9, weight_decay=hp.weight_decay)
        self.sched = torch.optim.lr_scheduler.OneCycleLR(
            self.opt, max_lr=hp.max_lr, total_steps=hp.epochs * len(train_dl), div_factor=2000)
        self.loss_fn = nn.CrossEntropyLoss()

    def training_step(self, batch):
        x, y = batch
        return self.loss_fn(self.model(x), y)

    def fit(self):
        for epoch in range(self.hp.epochs):
            self.model.train()
            total = 0.0
            for batch in self.train_dl:
                self.opt.zero_grad()
                loss = self.training_step(batch)
                loss.backward()
                self.opt.step()
                self.sched.step()
                total += loss.item()
            print({"epoch": epoch, "train_loss": round(total / len(self.train_dl), 4), "val_acc": round(self.validate(), 4)})

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        res = [(self.model(x).argmax(1) == y).float() for x, y in self.val_dl]
        return torch.cat(res).mean().item()


if __name__ == "__main__":
    torch.manual_seed(0)
    hp = HP()
    g = torch.Generator().manual_seed(1)
    tr = DataLoader(TensorDataset(*teacher_data(6000, g)), batch_size=hp.bs, shuffle=True)
    va = DataLoader(TensorDataset(*teacher_data(1000, g)), batch_size=500)
    Trainer(Mixer(), hp, tr, va).fit()
