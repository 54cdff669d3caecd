"""Unsupervised monitoring of a chemical plant: learn normal operation, flag the rest."""
import torch
from torch.nn.functional import mse_loss

from autoencoder import SensorAutoencoder

N_SENSORS = 24


class Plant:
    """Three hidden operating variables drive all sensors."""

    def __init__(self, seed):
        self.g = torch.Generator().manual_seed(seed)
        self.a = torch.randn(3, N_SENSORS, generator=self.g)
        self.b = 0.5 * torch.randn(3, N_SENSORS, generator=self.g)

    def normal(self, n):
        z = torch.randn(n, 3, generator=self.g)
        x = z @ self.a + torch.tanh(z) @ self.b
        return x + 0.2 * torch.randn(n, N_SENSORS, generator=self.g)

    def faulty_sensor(self, n):
        x, other = self.normal(n), self.normal(n)
        for row in range(n):
            k = torch.randperm(N_SENSORS, generator=self.g)[:3]
            x[row, k] = other[row, k]
        return x


def auc(normal_scores, anomaly_scores):
    wins = (anomaly_scores[:, None] > normal_scores[None, :]).float().mean()
    return wins.item()


def main():
    torch.manual_seed(0)
    plant = Plant(seed=17)
    history = plant.normal(3000)
    mean, std = history.mean(0), history.std(0)
    scale = lambda x: (x - mean) / std
    train = scale(history)
    check_normal, check_anomaly = scale(plant.normal(600)), scale(plant.faulty_sensor(600))

    model = SensorAutoencoder(N_SENSORS)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(1, 31):
        epoch_loss = 0.0
        for batch in train[torch.randperm(len(train))].split(64):
            loss = mse_loss(model(batch), batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item() * len(batch)
        if epoch % 5 == 0:
            score = auc(model.anomaly_score(check_normal), model.anomaly_score(check_anomaly))
            print(f"epoch {epoch:3d}  reconstruction {epoch_loss / len(train):.4f}  anomaly AUC {score:.3f}")


if __name__ == "__main__":
    main()
