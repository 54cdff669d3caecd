import os
os.environ["KERAS_BACKEND"] = "torch"
import keras
import numpy as np
import torch
from keras import layers, ops


def flats(n, rng):
    area = rng.uniform(20, 140, n)
    rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.6, n)), 1, 6)
    dist = rng.exponential(4, n)
    year = rng.integers(1900, 2024, n)
    floor = rng.integers(0, 8, n)
    rent = 180 + 11 * area * np.exp(-dist / 12) + 60 * rooms + 2.0 * (year - 1960).clip(0) + 12 * floor
    rent += rng.normal(0, 45, n)
    return np.stack([area, rooms, dist, year, floor], 1), rent


class RentRegressor(keras.Model):
    """Regression network with its own weighted training step: recent listings count more."""

    def __init__(self, width):
        super().__init__()
        self.h1 = layers.Dense(width, activation="relu")
        self.h2 = layers.Dense(width, activation="relu")
        self.out = layers.Dense(1)
        self.loss_tracker = keras.metrics.Mean(name="loss")

    def call(self, x, training=False):
        return self.out(self.h2(self.h1(x)))

    @property
    def metrics(self):
        return [self.loss_tracker]

    def train_step(self, data):
        x, y, weight = data
        self.zero_grad()
        y_pred = self(x, training=True)
        loss = ops.mean(weight * ops.square(y - y_pred))
        loss.backward()
        params = self.trainable_weights
        with torch.no_grad():
            self.optimizer.apply([p.value.grad for p in params], params)
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


keras.utils.set_random_seed(28)
rng = np.random.default_rng(28)
x, rent = flats(3000, rng)
age_of_listing = rng.uniform(0, 1, len(x))
n_train = 2400
mu, sd = x[:n_train].mean(0), x[:n_train].std(0)
x = ((x - mu) / sd).astype("float32")
r_mu, r_sd = rent[:n_train].mean(), rent[:n_train].std()
y = ((rent - r_mu) / r_sd).astype("float32")
w = (1.3 - 0.6 * age_of_listing).astype("float32")

model = RentRegressor(48)
model.compile(optimizer=keras.optimizers.Adam(2e-3))
model.fit(x[:n_train], y[:n_train], sample_weight=w[:n_train], batch_size=48, epochs=12, verbose=2)

pred = model.predict(x[n_train:], verbose=0).ravel() * r_sd + r_mu
true = rent[n_train:]
print(f"MAE {np.abs(pred - true).mean():.1f} EUR   R2 {1 - ((pred - true) ** 2).sum() / ((true - true.mean()) ** 2).sum():.3f}")
