"""Fabric inspection: tell four weave directions apart."""
from dataclasses import dataclass

import keras
import numpy as np
from keras import layers


@dataclass
class Config:
    size: int = 20
    n_train: int = 1000
    n_test: int = 300
    filters: tuple = (12, 24)
    kernel_size: int = 1
    lr: float = 4e-3
    batch_size: int = 40
    epochs: int = 6
    seed: int = 19


def fabric(n, size, rng):
    yy, xx = np.mgrid[0:size, 0:size]
    y = rng.integers(0, 4, n)
    ang = y * np.pi / 4
    period = rng.uniform(3.2, 5.0, n)
    phase = rng.uniform(0, 2 * np.pi, n)
    proj = xx[None] * np.cos(ang)[:, None, None] + yy[None] * np.sin(ang)[:, None, None]
    x = np.sin(2 * np.pi * proj / period[:, None, None] + phase[:, None, None])
    x = x * rng.uniform(0.6, 1.2, n)[:, None, None] + rng.normal(0, 0.35, x.shape)
    return x[..., None].astype("float32"), y.astype("int32")


class WeaveNet(keras.Model):
    def __init__(self, cfg, n_classes=4):
        super().__init__()
        self.convs = [
            layers.Conv2D(f, cfg.kernel_size, padding="same", activation="relu") for f in cfg.filters
        ]
        self.bns = [layers.BatchNormalization(momentum=0.9) for _ in cfg.filters]
        self.pool = layers.GlobalAveragePooling2D()
        self.head = layers.Dense(n_classes, activation="softmax")

    def call(self, x, training=False):
        for conv, bn in zip(self.convs, self.bns):
            x = bn(conv(x), training=training)
        return self.head(self.pool(x))


def run(cfg: Config):
    keras.utils.set_random_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    x_train, y_train = fabric(cfg.n_train, cfg.size, rng)
    x_test, y_test = fabric(cfg.n_test, cfg.size, rng)
    model = WeaveNet(cfg)
    model.compile(keras.optimizers.Adam(cfg.lr), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x_train, y_train, batch_size=cfg.batch_size, epochs=cfg.epochs,
              validation_data=(x_test, y_test), verbose=2)
    _, acc = model.evaluate(x_test, y_test, verbose=0)
    print(f"test accuracy {acc:.3f}")


if __name__ == "__main__":
    run(Config())
