"""Gradient accumulation over several micro-batches inside a keras train step."""
import os
os.environ["KERAS_BACKEND"] = "torch"
import numpy as np
import torch
import keras
from keras import layers

MICRO, ACCUM = 16, 4


class AccumModel(keras.Model):
    def __init__(self, *args, accum=ACCUM, **kw):
        super().__init__(*args, **kw)
        self.accum = accum
        self.counter = 0

    def train_step(self, data):
        x, y = data
        y_pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=y_pred)
        (loss / self.accum).backward()
        self.counter += 1
        if self.counter % self.accum == 0:
            vs = self.trainable_weights
            with torch.no_grad():
                self.optimizer.apply([v.value.grad for v in vs], vs)
            self.zero_grad()
        for m in self.metrics:
            if m.name == "loss":
                m.update_state(loss)
            else:
                m.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}


def soil(n, rng):
    """near-infrared spectra of three soil types"""
    wl = np.linspace(0, 1, 30)
    y = rng.integers(0, 3, n)
    pos = np.array([0.3, 0.5, 0.7])[y][:, None] + rng.normal(0, 0.05, (n, 1))
    x = np.exp(-((wl - pos) / 0.12) ** 2) * rng.uniform(0.5, 1.5, (n, 1)) + rng.normal(0, 0.3, (n, 30))
    return x.astype("float32"), y


def main():
    keras.utils.set_random_seed(3)
    rng = np.random.default_rng(3)
    xtr, ytr = soil(1600, rng)
    xva, yva = soil(300, rng)
    xte, yte = soil(500, rng)
    i = keras.Input((30,))
    h = layers.Dense(32, activation="relu")(i)
    o = layers.Dense(3, activation="softmax")(h)
    model = AccumModel(i, o)
    model.compile(keras.optimizers.Adam(5e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(xtr, ytr, validation_data=(xva, yva), batch_size=MICRO, epochs=8, verbose=2)
    print("test accuracy %.3f" % model.evaluate(xte, yte, verbose=0)[1])


main()
