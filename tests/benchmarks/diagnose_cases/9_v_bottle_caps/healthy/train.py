"""Bottle-cap sorter: predict the cap model (5 classes) from a 32-bin radial profile."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class CapNet(nn.Module):
    def __init__(self, n_in=32, n_hidden=40, n_out=5):
        super().__init__()
        self.l1 = nn.Linear(n_in, n_hidden)
        self.l2 = nn.Linear(n_hidden, n_hidden)
        self.l3 = nn.Linear(n_hidden, n_out)
        self.reset_parameters()

    def reset_parameters(self):
        for layer in (self.l1, self.l2, self.l3):
            nn.init.kaiming_uniform_(layer.weight, nonlinearity="relu")
            nn.init.constant_(layer.bias, 0.01)

    def forward(self, x):
        x = F.relu(self.l1(x))
        x = F.relu(self.l2(x))
        return self.l3(x)


def radial_profiles(n, rng):
    label = rng.integers(0, 5, n)
    r = np.linspace(0, 1, 32)
    ridges = np.array([4, 6, 8, 10, 12])[label][:, None]
    phase = rng.uniform(-0.6, 0.6, (n, 1))
    prof = np.cos(2 * np.pi * ridges / 2 * r + phase) * np.exp(-r) + rng.normal(0, 0.25, (n, 32))
    return torch.tensor(prof, dtype=torch.float32), torch.tensor(label)


def main():
    torch.manual_seed(44)
    rng = np.random.default_rng(44)
    x_train, y_train = radial_profiles(3000, rng)
    x_test, y_test = radial_profiles(600, rng)
    model = CapNet()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True)
    for epoch in range(12):
        model.train()
        epoch_loss = 0.0
        order = rng.permutation(len(x_train))
        for start in range(0, len(order), 50):
            sel = order[start:start + 50]
            loss = F.cross_entropy(model(x_train[sel]), y_train[sel])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item() * len(sel)
        model.eval()
        with torch.no_grad():
            acc = (model(x_test).argmax(1) == y_test).float().mean().item()
        print("%2d  loss %.3f  test acc %.3f" % (epoch, epoch_loss / len(order), acc))


if __name__ == "__main__":
    main()
