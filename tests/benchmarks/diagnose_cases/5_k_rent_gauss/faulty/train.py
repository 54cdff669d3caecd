"""Rent prediction with uncertainty: the network returns mean and log-variance."""
import numpy as np
import torch
import keras
from keras import layers, ops


class GaussianRegressor(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = keras.Sequential([
            layers.Dense(48, activation="gelu"),
            layers.Dense(48, activation="gelu"),
        ])
        self.mean = layers.Dense(1)
        self.log_var = layers.Dense(1)
        self.nll = keras.metrics.Mean(name="nll")

    def call(self, x):
        h = self.body(x)
        return self.mean(h), self.log_var(h)

    def gaussian_nll(self, y, mu, log_var):
        return ops.mean(0.5 * (log_var + ops.square(y - mu) * ops.exp(-log_var)))

    def train_step(self, data):
        x, y = data
        mu, log_var = self(x, training=True)
        loss = self.gaussian_nll(y, mu, log_var)
        self.zero_grad()
        loss.backward()
        grads = [v.value.grad for v in self.trainable_weights]
        with torch.no_grad():
            self.optimizer.apply(grads, self.trainable_weights)
        self.nll.update_state(loss)
        return {"nll": self.nll.result()}

    @property
    def metrics(self):
        return [self.nll]


def flats(n, rng):
    area = rng.uniform(20, 140, n)
    rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.6, n)), 1, 6)
    km = rng.exponential(4, n)
    year = rng.integers(1900, 2024, n)
    rent = 150 + 9.5 * area + 60 * rooms - 45 * km + 1.5 * (year - 1950)
    rent = rent + rng.normal(0, 0.04 * np.abs(rent) + 20)
    return np.stack([area, rooms, km, year], 1), rent


def main():
    keras.utils.set_random_seed(33)
    rng = np.random.default_rng(33)
    x, rent = flats(2400, rng)
    x = ((x - x[:2000].mean(0)) / x[:2000].std(0)).astype("float32")
    m, s = rent[:2000].mean(), rent[:2000].std()
    y = ((rent - m) / s).astype("float32")

    model = GaussianRegressor()
    model.compile(optimizer=keras.optimizers.Adam(2e-3))
    model.fit(x[:2000], y[:2000], batch_size=50, epochs=15, verbose=2)

    mu, log_var = model.predict(x[2000:], verbose=0)
    err = np.abs(mu[:, 0] - y[2000:]) * s
    inside = (np.abs(mu[:, 0] - y[2000:]) < 2 * np.exp(0.5 * log_var[:, 0])).mean()
    r2 = 1 - np.mean((mu[:, 0] - y[2000:]) ** 2) / y[2000:].var()
    print(f"mean abs error {err.mean():.0f} EUR, R2 {r2:.3f}, inside 2 sigma {inside:.2f}")


main()
