"""Predict remaining battery capacity from discharge features (tabular regression)."""
from dataclasses import dataclass

import keras
import numpy as np
import torch


@dataclass
class Config:
    n: int = 4000
    features: int = 12
    width: int = 64
    lr: float = 0.02
    momentum: float = 0.9
    batch: int = 64
    epochs: int = 10
    seed: int = 42


class CapacityNet(keras.Model):
    def __init__(self, width):
        super().__init__()
        self.net = keras.Sequential([
            keras.layers.Dense(width, activation="gelu"),
            keras.layers.Dense(width, activation="gelu"),
            keras.layers.Dense(1),
        ])
        self.loss_mean = keras.metrics.Mean(name="loss")
        self.mae = keras.metrics.MeanAbsoluteError(name="mae")

    @property
    def metrics(self):
        return [self.loss_mean, self.mae]

    def call(self, x, training=False):
        return self.net(x, training=training)

    def train_step(self, data):
        x, y = data
        y_hat = self(x, training=True)
        loss = keras.ops.mean(keras.losses.huber(y, y_hat, delta=1.0))
        loss.backward()
        weights = list(self.trainable_weights)
        with torch.no_grad():
            self.optimizer.apply([w.value.grad for w in weights], weights)
        self.loss_mean.update_state(loss)
        self.mae.update_state(y, y_hat)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        y_hat = self(x, training=False)
        self.loss_mean.update_state(keras.ops.mean(keras.losses.huber(y, y_hat, delta=1.0)))
        self.mae.update_state(y, y_hat)
        return {m.name: m.result() for m in self.metrics}


def load(cfg):
    rng = np.random.default_rng(cfg.seed)
    x = rng.standard_normal((cfg.n, cfg.features))
    y = (1.5 * np.sin(1.5 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.8 * np.abs(x[:, 3])
         + 0.5 * x[:, 4] + 0.1 * rng.standard_normal(cfg.n))
    x, y = x.astype("float32"), y.astype("float32")[:, None]
    cut = int(0.8 * cfg.n)
    y = (y - y[:cut].mean()) / y[:cut].std()
    return (x[:cut], y[:cut]), (x[cut:], y[cut:])


def run(cfg: Config):
    keras.utils.set_random_seed(cfg.seed)
    (xt, yt), (xv, yv) = load(cfg)
    model = CapacityNet(cfg.width)
    model.compile(optimizer=keras.optimizers.SGD(cfg.lr, momentum=cfg.momentum))
    model.fit(xt, yt, validation_data=(xv, yv), batch_size=cfg.batch, epochs=cfg.epochs, verbose=2)
    pred = model.predict(xv, verbose=0)
    r2 = 1 - float(((pred - yv) ** 2).sum() / ((yv - yv.mean()) ** 2).sum())
    print(f"validation R2 = {r2:.3f}")


if __name__ == "__main__":
    run(Config())
