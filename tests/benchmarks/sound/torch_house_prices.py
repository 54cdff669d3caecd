from dataclasses import dataclass, field

import torch
from sklearn.datasets import fetch_california_housing
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass(frozen=True)
class TrainConfig:
    hidden: list[int] = field(default_factory=lambda: [64, 64, 32])
    dropout: float = 0.1
    lr: float = 1e-3
    weight_decay: float = 1e-5
    batch_size: int = 64
    max_epochs: int = 200
    patience: int = 15
    seed: int = 42


class Regressor(nn.Module):
    def __init__(self, inputs: int, config: TrainConfig) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        width = inputs
        for hidden in config.hidden:
            layers += [nn.Linear(width, hidden), nn.ReLU(), nn.Dropout(config.dropout)]
            width = hidden
        layers.append(nn.Linear(width, 1))
        self.net = nn.Sequential(*layers)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x).squeeze(-1)


def tensors(x, y) -> TensorDataset:
    return TensorDataset(
        torch.as_tensor(x, dtype=torch.float32), torch.as_tensor(y, dtype=torch.float32)
    )


def load(config: TrainConfig):
    x, y = fetch_california_housing(return_X_y=True)
    x_rest, x_test, y_rest, y_test = train_test_split(
        x, y, test_size=0.2, random_state=config.seed
    )
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, random_state=config.seed
    )
    scaler = StandardScaler().fit(x_train)
    train = tensors(scaler.transform(x_train), y_train)
    val = tensors(scaler.transform(x_val), y_val)
    test = tensors(scaler.transform(x_test), y_test)
    return train, val, test


def mean_error(model: nn.Module, loader: DataLoader, criterion: nn.Module) -> float:
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for x, y in loader:
            total += criterion(model(x), y).item() * len(y)
            count += len(y)
    return total / count


def fit(config: TrainConfig) -> None:
    torch.manual_seed(config.seed)
    train, val, test = load(config)
    train_loader = DataLoader(train, batch_size=config.batch_size, shuffle=True)
    val_loader = DataLoader(val, batch_size=512)
    test_loader = DataLoader(test, batch_size=512)
    model = Regressor(train.tensors[0].shape[1], config)
    criterion = nn.MSELoss()
    optimizer = torch.optim.Adam(
        model.parameters(), lr=config.lr, weight_decay=config.weight_decay
    )
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=5, factor=0.5)

    best, waited, best_state = float("inf"), 0, None
    for epoch in range(config.max_epochs):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
        error = mean_error(model, val_loader, criterion)
        scheduler.step(error)
        if error < best:
            best, waited = error, 0
            best_state = {name: value.clone() for name, value in model.state_dict().items()}
        else:
            waited += 1
            if waited >= config.patience:
                break
        print(f"{epoch:3d} {error:.4f}")

    if best_state is not None:
        model.load_state_dict(best_state)
    print("test:", mean_error(model, test_loader, criterion))


if __name__ == "__main__":
    fit(TrainConfig())
