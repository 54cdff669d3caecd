import os

os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
import torch
from keras import layers


class MicroBatchModel(keras.Model):
    """Sums the gradients of `micro` small batches before each update."""

    def __init__(self, *args, micro=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.micro = micro
        self.calls = 0

    def train_step(self, data):
        x, y = data
        pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=pred)
        (loss / self.micro).backward()
        self.calls += 1
        if self.calls % self.micro == 0:
            weights = self.trainable_weights
            with torch.no_grad():
                self.optimizer.apply([w.value.grad for w in weights], weights)
            self.zero_grad()
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss.detach())
            else:
                metric.update_state(y, pred.detach())
        return {m.name: m.result() for m in self.metrics}


def fields(n, rng, size=20):
    yy, xx = np.mgrid[0:size, 0:size]
    images = rng.normal(0, 0.1, (n, size, size))
    counts = rng.integers(0, 9, n)
    for i in range(n):
        for _ in range(counts[i]):
            r, c = rng.uniform(2, size - 2, 2)
            images[i] += np.exp(-((yy - r) ** 2 + (xx - c) ** 2) / rng.uniform(1.5, 2.5))
    return images[..., None].astype("float32"), counts.astype("float32")[:, None]


def build():
    inp = keras.Input((20, 20, 1))
    h = layers.Conv2D(12, 3, padding="same", activation="relu")(inp)
    h = layers.Conv2D(12, 3, strides=2, padding="same", activation="relu")(h)
    density = layers.Conv2D(1, 3, padding="same")(h)
    count = layers.Lambda(lambda d: d.sum(dim=(1, 2)))(density)
    return MicroBatchModel(inp, count, micro=4)


def main():
    keras.utils.set_random_seed(91)
    rng = np.random.default_rng(91)
    x, y = fields(960, rng)
    xt, yt = fields(240, rng)
    model = build()
    model.compile(optimizer=keras.optimizers.Adam(4e-3), loss="mse", metrics=["mae"])
    model.fit(x, y, epochs=8, batch_size=8, verbose=2)
    pred = model.predict(xt, verbose=0)
    print(f"MAE {np.abs(pred - yt).mean():.2f} cells (spread {yt.std():.2f}); within one cell: {np.mean(np.abs(pred - yt) < 1):.2f}")


if __name__ == "__main__":
    main()
