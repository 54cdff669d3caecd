"""Denoising autoencoder for seismic-like traces, trained with a hand-written loop."""
import os
os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
import torch
from keras import layers

LENGTH = 64


def traces(n, rng):
    t = np.arange(LENGTH)
    clean = np.zeros((n, LENGTH))
    for i in range(n):
        for _ in range(2):
            c, f, a = rng.uniform(12, 52), rng.uniform(0.08, 0.16), rng.uniform(0.7, 1.5)
            clean[i] += a * np.exp(-((t - c) / 7) ** 2) * np.cos(2 * np.pi * f * (t - c))
    noisy = clean + rng.normal(0, 0.45, clean.shape)
    return noisy.astype("float32"), clean.astype("float32")


def build_dae():
    return keras.Sequential([
        layers.Input((LENGTH,)),
        layers.Dense(96, activation="relu"),
        layers.Dense(24, activation="relu"),
        layers.Dense(96, activation="relu"),
        layers.Dense(LENGTH),
    ])


class Trainer:
    def __init__(self, model, optimizer, batch_size=32):
        self.model, self.optimizer, self.batch_size = model, optimizer, batch_size
        self.loss_fn = keras.losses.MeanSquaredError()

    def step(self, noisy, clean):
        loss = self.loss_fn(clean, self.model(noisy, training=True))
        loss.backward()
        weights = self.model.trainable_weights
        with torch.no_grad():
            self.optimizer.apply([w.value.grad for w in weights], weights)
        return loss.item()

    def epoch(self, noisy, clean, rng):
        order = rng.permutation(len(noisy))
        losses = []
        for i in range(0, len(order), self.batch_size):
            take = order[i:i + self.batch_size]
            losses.append(self.step(torch.from_numpy(noisy[take]), torch.from_numpy(clean[take])))
        return np.mean(losses)

    def evaluate(self, noisy, clean):
        with torch.no_grad():
            return float(self.loss_fn(clean, self.model(noisy, training=False)))


def main():
    keras.utils.set_random_seed(19)
    rng = np.random.default_rng(19)
    noisy, clean = traces(3000, rng)
    noisy_t, clean_t = traces(500, rng)
    trainer = Trainer(build_dae(), keras.optimizers.Adam(2e-3))
    for e in range(9):
        tr = trainer.epoch(noisy, clean, rng)
        print(f"epoch {e + 1:2d}  train mse {tr:.4f}  test mse {trainer.evaluate(noisy_t, clean_t):.4f}")
    print(f"noise power before denoising: {((noisy_t - clean_t) ** 2).mean():.4f}")


if __name__ == "__main__":
    main()
