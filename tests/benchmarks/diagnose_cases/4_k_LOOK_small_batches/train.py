"""Gradient accumulation: 8 samples fit in memory, we update every 6 micro batches."""
import keras
import numpy as np
import torch
from keras import layers, ops

ACCUM = 6


class AccumModel(keras.Model):
    def __init__(self, inputs, outputs, accum, **kw):
        super().__init__(inputs, outputs, **kw)
        self.accum = accum
        self.micro = 0
        self.loss_mean = keras.metrics.Mean(name="loss")

    def train_step(self, data):
        x, y = data
        if self.micro % self.accum == 0:
            self.zero_grad()
        pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=pred)
        (loss / self.accum).backward()
        self.micro += 1
        if self.micro % self.accum == 0:
            grads = [v.value.grad for v in self.trainable_weights]
            with torch.no_grad():
                self.optimizer.apply(grads, self.trainable_weights)
        self.loss_mean.update_state(loss)
        return {"loss": self.loss_mean.result()}


def signals(n, rng):
    y = rng.integers(0, 3, n)
    t = np.linspace(0, 1, 40)
    f = np.array([2.0, 4.0, 6.5])[y] + rng.normal(0, 0.2, n)
    x = np.sin(2 * np.pi * (f[:, None] * t + rng.random((n, 1)))) + 0.3 * rng.normal(size=(n, 40))
    return x[..., None].astype("float32"), y.astype("int32")


keras.utils.set_random_seed(33)
rng = np.random.default_rng(33)
x_train, y_train = signals(960, rng)
x_test, y_test = signals(300, rng)

inp = keras.Input((40, 1))
h = layers.Conv1D(24, 9, activation="relu")(inp)
h = layers.GlobalMaxPooling1D()(h)
h = layers.Dense(24, activation="relu")(h)
model = AccumModel(inp, layers.Dense(3, activation="softmax")(h), accum=ACCUM)
model.compile(keras.optimizers.Adam(0.015), loss="sparse_categorical_crossentropy")
model.fit(x_train, y_train, batch_size=8, epochs=6, verbose=2)
acc = np.mean(model.predict(x_test, verbose=0).argmax(1) == y_test)
print(f"test accuracy {acc:.3f}")
