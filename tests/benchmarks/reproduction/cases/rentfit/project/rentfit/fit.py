import torch
from torch.utils.data import DataLoader, TensorDataset

from rentfit.config import FitConfig
from rentfit.losses import make_loss
from rentfit.network import RentNet


def fit(numbers, district, rent, config=None):
    """Fit a RentNet; returns the network and the mean loss of each epoch."""
    config = config or FitConfig()
    torch.manual_seed(config.seed)
    model = RentNet(config.districts, config.hidden)
    criterion = make_loss(config.loss)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.lr)
    loader = DataLoader(
        TensorDataset(numbers, district, rent), config.batch_size, shuffle=True, drop_last=True
    )
    history = []
    for _ in range(config.epochs):
        model.train()
        total = 0.0
        for x, d, y in loader:
            loss = criterion(model(x, d), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        history.append(total / len(loader))
    return model, history


@torch.no_grad()
def predict(model, numbers, district):
    model.eval()
    return model(numbers, district)
