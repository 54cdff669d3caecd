"""Heating-load regression with a subclassed keras model and its own train step."""
import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import numpy as np
import torch
import keras
from keras import ops, layers

SEED = 7
keras.utils.set_random_seed(SEED)


def make_buildings(n, rng):
    area = rng.uniform(50, 400, n)
    height = rng.choice([2.5, 3.0, 3.5, 5.0], n)
    glazing = rng.uniform(0.0, 0.45, n)
    u_wall = rng.uniform(0.15, 1.8, n)
    t_out = rng.normal(4, 6, n)
    occupants = rng.poisson(area / 40)
    loss = area * (0.6 * u_wall + 2.4 * glazing) * (20 - t_out) / 1000.0
    load = loss * (height / 3.0) ** 0.5 - 0.09 * occupants + rng.normal(0, 0.15, n)
    feats = np.stack([area, height, glazing, u_wall, t_out, occupants], axis=1)
    return feats.astype("float32"), load.astype("float32")


class HeatModel(keras.Model):
    def __init__(self, width=64, depth=3):
        super().__init__()
        self.hidden = [layers.Dense(width, activation="gelu") for _ in range(depth)]
        self.out = layers.Dense(1)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.mae_tracker = keras.metrics.MeanAbsoluteError(name="mae")

    @property
    def metrics(self):
        return [self.loss_tracker, self.mae_tracker]

    def call(self, x, training=False):
        for h in self.hidden:
            x = h(x)
        return self.out(x)

    def train_step(self, data):
        x, y = data
        self.zero_grad()
        y_pred = self(x, training=True)
        loss = ops.mean(ops.square(y - y_pred))
        loss.backward()

        weights = self.trainable_weights
        grads = [w.value.grad for w in weights]
        with torch.no_grad():
            self.optimizer.apply(grads, weights)

        self.loss_tracker.update_state(loss)
        self.mae_tracker.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        y_pred = self(x, training=False)
        self.loss_tracker.update_state(ops.mean(ops.square(y - y_pred)))
        self.mae_tracker.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}


def r2(y, p):
    return 1.0 - ((y - p) ** 2).sum() / ((y - y.mean()) ** 2).sum()


def main():
    rng = np.random.default_rng(SEED)
    x, y = make_buildings(3000, rng)
    n_tr, n_va = 2000, 500
    mu, sd = x[:n_tr].mean(0), x[:n_tr].std(0)
    x = (x - mu) / sd
    y_mu, y_sd = y[:n_tr].mean(), y[:n_tr].std()
    t = (y - y_mu) / y_sd

    model = HeatModel()
    model.compile(optimizer=keras.optimizers.Adam(1e-3))
    model.fit(
        x[:n_tr], t[:n_tr],
        validation_data=(x[n_tr:n_tr + n_va], t[n_tr:n_tr + n_va]),
        epochs=20, batch_size=32, verbose=2,
    )
    pred = model.predict(x[n_tr + n_va:], verbose=0)[:, 0] * y_sd + y_mu
    print(f"test R2 = {r2(y[n_tr + n_va:], pred):.3f}")


if __name__ == "__main__":
    main()
