import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from trainer import Trainer


def customers(n, n_feat=30, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, n_feat))
    score = 1.6 * x[:, 0] - 1.3 * x[:, 1] + 1.0 * x[:, 2] + 0.8 * x[:, 3]
    y = (rng.random(n) < 1 / (1 + np.exp(-1.5 * score))).astype(np.float32)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y)


def main():
    torch.manual_seed(23)
    x, y = customers(700, seed=23)
    train = DataLoader(TensorDataset(x[:500], y[:500]), batch_size=25, shuffle=True)
    val = DataLoader(TensorDataset(x[500:], y[500:]), batch_size=200)
    model = nn.Sequential(nn.Linear(30, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 1))
    trainer = Trainer(model)
    trainer.fit(train, val)
    print("final loss {:.4f} accuracy {:.3f}".format(*trainer.evaluate(val)))


if __name__ == "__main__":
    main()
