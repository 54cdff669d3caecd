import os

os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
import torch
from keras import layers, ops

SEGMENTS = ["1110111", "0010010", "1011101", "1011011", "0111010", "1101011", "1101111", "1010010", "1111111", "1111011"]
BARS = [(0, slice(1, 5)), (slice(1, 5), 0), (slice(1, 5), 5), (5, slice(1, 5)),
        (slice(6, 10), 0), (slice(6, 10), 5), (10, slice(1, 5))]


def displays(n, rng):
    """Seven-segment digits on an 11x6 grid with dirt and missing light."""
    digits = rng.integers(0, 10, n)
    x = np.zeros((n, 11, 6), "float32")
    for i, d in enumerate(digits):
        for on, bar in zip(SEGMENTS[d], BARS):
            if on == "1":
                x[i][bar] = rng.uniform(0.5, 1.0)
    return (x + rng.normal(0, 0.27, x.shape)).astype("float32").reshape(n, -1), digits


def mlp(*units):
    return keras.Sequential([layers.Dense(u, activation="relu") for u in units] + [layers.Dense(10)])


class Distiller(keras.Model):
    def __init__(self, student, teacher, temperature=3.0):
        super().__init__()
        self.student, self.teacher, self.temperature = student, teacher, temperature
        self.teacher.trainable = False

    def call(self, x, training=False):
        return self.student(x, training=training)

    def train_step(self, data):
        x, _ = data
        T = self.temperature
        with torch.no_grad():
            soft = ops.softmax(self.teacher(x, training=False) / T)
        self.zero_grad()
        log_student = ops.log_softmax(self(x, training=True) / T)
        loss = -(soft * log_student).sum(-1).mean() * T**2
        loss.backward()
        weights = self.student.trainable_weights
        with torch.no_grad():
            self.optimizer.apply([w.value.grad for w in weights], weights)
        return {"distill_loss": float(loss)}


def accuracy(net, x, y):
    return np.mean(net.predict(x, verbose=0).argmax(1) == y)


def main(seed: int = 61):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    x, y = displays(2500, rng)
    xt, yt = displays(600, rng)

    teacher = mlp(96, 96)
    teacher.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    teacher.fit(x, y, epochs=6, batch_size=64, validation_split=0.1, verbose=2)

    student = mlp(12)
    distiller = Distiller(student, teacher)
    distiller.compile(optimizer=keras.optimizers.Adam(5e-3))
    distiller.fit(x, y, epochs=12, batch_size=64, verbose=2)
    print(f"test accuracy: teacher {accuracy(teacher, xt, yt):.3f}, student {accuracy(distiller, xt, yt):.3f}")


main()
