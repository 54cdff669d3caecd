"""Frequency and damping from a noisy trace, custom train_step (torch backend)."""
import numpy as np
import torch
import keras
from keras import layers

keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)


def damped_oscillations(n, steps=40):
    # find damping and frequency from a noisy trace
    t = np.linspace(0, 4, steps)
    freq = rng.uniform(1.0, 3.0, n)
    damp = rng.uniform(0.1, 1.2, n)
    x = np.exp(-damp[:, None] * t) * np.cos(2 * np.pi * freq[:, None] * t / 2)
    x += rng.normal(scale=0.03, size=x.shape)
    y = np.stack([(freq - 2) / 0.58, (damp - 0.65) / 0.32], 1)
    return x.astype("float32"), y.astype("float32")


class TraceModel(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = [layers.Dense(64, activation="relu") for _ in range(2)]
        self.head = layers.Dense(2)
        self.loss_tracker = keras.metrics.Mean(name="loss")

    def call(self, x):
        for layer in self.body:
            x = layer(x)
        return self.head(x)

    def train_step(self, data):
        x, y = data
        self.zero_grad()
        pred = self(x, training=True)
        freq_err = (pred[:, 0] - y[:, 0]) ** 2
        damp_err = (pred[:, 1] - y[:, 1]) ** 2
        loss = torch.mean(freq_err + damp_err)
        loss.backward()
        weights = [v for v in self.trainable_weights]
        grads = [v.value.grad for v in weights]
        with torch.no_grad():
            self.optimizer.apply(grads, weights)
        self.loss_tracker.update_state(loss.detach())
        return {"loss": self.loss_tracker.result()}

    @property
    def metrics(self):
        return [self.loss_tracker]


x, y = damped_oscillations(2000)
xt, yt = damped_oscillations(500)
model = TraceModel()
model.compile(optimizer=keras.optimizers.SGD(learning_rate=0.05, momentum=0.9))
model.fit(x, y, epochs=12, batch_size=64, verbose=2)
pred = model.predict(xt, verbose=0)
r2 = 1 - ((pred - yt) ** 2).mean(0) / yt.var(0)
print("R2 frequency %.3f  damping %.3f" % tuple(r2))
