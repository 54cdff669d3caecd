import torch
from torch import nn
from torch.utils.data import DataLoader, Subset

from foldsplit.scans import Scans
from foldsplit.splits import patient_folds


def fit(train, epochs=20):
    model = nn.Sequential(nn.Linear(24, 64), nn.ReLU(), nn.Linear(64, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(epochs):
        for x, y in DataLoader(train, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    return model


@torch.no_grad()
def accuracy(model, data):
    x, y = next(iter(DataLoader(data, batch_size=len(data))))
    return (model(x).argmax(dim=1) == y).float().mean().item()


def main(folds=5):
    torch.manual_seed(0)
    scans = Scans()
    for number, (train, validation) in enumerate(patient_folds(scans.patients, folds)):
        model = fit(Subset(scans, train))
        print(f"fold {number}: accuracy {accuracy(model, Subset(scans, validation)):.3f}")


if __name__ == "__main__":
    main()
