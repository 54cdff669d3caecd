"""Bike rental demand, model with its own predictive variance (gaussian nll)."""
import keras
import numpy as np
import torch
from keras import layers, ops


class GaussianRegressor(keras.Model):
    def __init__(self, width=48):
        super().__init__()
        self.body = keras.Sequential([layers.Dense(width, activation="gelu"),
                                      layers.Dense(width, activation="gelu")])
        self.mu = layers.Dense(1)
        self.log_var = layers.Dense(1)
        self.nll = keras.metrics.Mean(name="nll")

    def call(self, x):
        h = self.body(x)
        return self.mu(h), self.log_var(h)

    def gaussian_nll(self, y, mu, log_var):
        log_var = ops.clip(log_var, -6.0, 4.0)
        return ops.mean(0.5 * (log_var + ops.square(y[:, None] - mu) * ops.exp(-log_var)))

    def train_step(self, data):
        x, y = data
        self.zero_grad()
        mu, log_var = self(x, training=True)
        loss = self.gaussian_nll(y, mu, log_var)
        loss.backward()
        grads = [v.value.grad for v in self.trainable_weights]
        with torch.no_grad():
            self.optimizer.apply(grads, self.trainable_weights)
        self.nll.update_state(loss)
        return {"nll": self.nll.result()}


def rentals(n, rng):
    hour = rng.uniform(0, 24, n)
    temp = rng.normal(15, 8, n)
    work = rng.integers(0, 2, n)
    peak = np.exp(-((hour - 8) ** 2) / 4) + np.exp(-((hour - 17.5) ** 2) / 5)
    day = np.exp(-((hour - 14) ** 2) / 18)
    count = 200 * (work * peak + (1 - work) * day) + 4 * temp + rng.normal(0, 12, n)
    x = np.stack([hour / 4 - 3, (temp - 15) / 8, work], 1).astype("float32")
    return x, (count / 100).astype("float32")


if __name__ == "__main__":
    keras.utils.set_random_seed(36)
    rng = np.random.default_rng(36)
    x_train, y_train = rentals(3000, rng)
    x_test, y_test = rentals(600, rng)

    model = GaussianRegressor()
    model.compile(optimizer=keras.optimizers.Adam(8e-3))
    model.fit(x_train, y_train, batch_size=64, epochs=16, verbose=2)

    mu, log_var = model.predict(x_test, verbose=0)
    mu = np.asarray(mu).reshape(-1)
    rmse = 100 * np.sqrt(np.mean((mu - y_test) ** 2))
    r2 = 1 - np.mean((mu - y_test) ** 2) / np.var(y_test)
    print(f"rmse {rmse:.1f} bikes, r2 {r2:.3f}")
