"""Two-moons style sensor separation on a device that fits only tiny batches."""
import os
os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
import torch
from keras import layers


class MicroBatchModel(keras.Model):
    """Applies the optimiser after `every` micro-batches."""

    def __init__(self, inputs, outputs, every=4):
        super().__init__(inputs=inputs, outputs=outputs)
        self.every = every
        self.seen = 0

    def train_step(self, data):
        x, y = data
        y_pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=y_pred)
        (loss / self.every).backward()
        self.seen += 1
        if self.seen % self.every == 0:
            params = self.trainable_weights
            with torch.no_grad():
                self.optimizer.apply([p.value.grad for p in params], params)
            self.zero_grad()
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss.detach())
            else:
                metric.update_state(y, y_pred.detach())
        return {m.name: m.result() for m in self.metrics}


def moons(n, rng):
    a = rng.uniform(0, np.pi, n)
    y = rng.integers(0, 2, n)
    x = np.where(y[:, None] == 0,
                 np.stack([np.cos(a), np.sin(a)], 1),
                 np.stack([1 - np.cos(a), 0.4 - np.sin(a)], 1))
    x = x + rng.normal(0, 0.12, x.shape)
    return x.astype("float32"), y.astype("float32")[:, None]


def main():
    keras.utils.set_random_seed(70)
    rng = np.random.default_rng(70)
    x, y = moons(1600, rng)
    xt, yt = moons(500, rng)
    inp = keras.Input((2,))
    h = layers.Dense(32, activation="relu")(inp)
    h = layers.Dense(32, activation="relu")(h)
    model = MicroBatchModel(inp, layers.Dense(1)(h))
    model.compile(
        optimizer=keras.optimizers.Adam(1e-2),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")],
    )
    model.fit(x, y, batch_size=8, epochs=4, verbose=2)
    print("held-out:", model.evaluate(xt, yt, verbose=0, return_dict=True))


if __name__ == "__main__":
    main()
