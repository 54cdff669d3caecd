"""Convolutional denoising autoencoder on 16x16 blobs and bars."""
from dataclasses import dataclass

import numpy as np
import keras
from keras import layers, regularizers


@dataclass
class Config:
    n_train: int = 800
    n_test: int = 200
    noise: float = 0.35
    filters: int = 16
    weight_decay: float = 0.5
    lr: float = 3e-3
    batch: int = 32
    epochs: int = 10
    seed: int = 21


def draw(n, rng):
    yy, xx = np.mgrid[0:16, 0:16]
    imgs = np.zeros((n, 16, 16, 1), dtype="float32")
    for i in range(n):
        if rng.random() < 0.5:
            cy, cx, s = rng.uniform(4, 12), rng.uniform(4, 12), rng.uniform(1.5, 3)
            imgs[i, ..., 0] = np.exp(-((yy - cy) ** 2 + (xx - cx) ** 2) / (2 * s * s))
        else:
            k = rng.integers(2, 12)
            if rng.random() < 0.5:
                imgs[i, k:k + 3, :, 0] = 1
            else:
                imgs[i, :, k:k + 3, 0] = 1
    return imgs


class ConvBlock(layers.Layer):
    def __init__(self, filters, wd, strides=1, up=False):
        super().__init__()
        conv = layers.Conv2DTranspose if up else layers.Conv2D
        self.conv = conv(filters, 3, strides=strides, padding="same",
                         kernel_regularizer=regularizers.L2(wd))
        self.act = layers.LeakyReLU(negative_slope=0.1)

    def call(self, x):
        return self.act(self.conv(x))


def autoencoder(cfg):
    return keras.Sequential([
        keras.Input((16, 16, 1)),
        ConvBlock(cfg.filters, cfg.weight_decay, strides=2),
        ConvBlock(2 * cfg.filters, cfg.weight_decay, strides=2),
        ConvBlock(cfg.filters, cfg.weight_decay, strides=2, up=True),
        ConvBlock(cfg.filters, cfg.weight_decay, strides=2, up=True),
        layers.Conv2D(1, 3, padding="same", activation="sigmoid"),
    ])


def run(cfg):
    keras.utils.set_random_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    clean = draw(cfg.n_train + cfg.n_test, rng)
    noisy = clean + rng.normal(0, cfg.noise, clean.shape).astype("float32")
    tr, te = slice(0, cfg.n_train), slice(cfg.n_train, None)

    ae = autoencoder(cfg)
    ae.compile(optimizer=keras.optimizers.Adam(cfg.lr), loss="mse", metrics=["mae"])
    ae.fit(noisy[tr], clean[tr], batch_size=cfg.batch, epochs=cfg.epochs,
           validation_data=(noisy[te], clean[te]), verbose=2)

    out = ae.predict(noisy[te], verbose=0)
    psnr = lambda a, b: 10 * np.log10(1 / np.mean((a - b) ** 2))
    print(f"PSNR noisy {psnr(noisy[te], clean[te]):.2f} dB -> denoised {psnr(out, clean[te]):.2f} dB")


if __name__ == "__main__":
    run(Config())
