"""Classifier with gradient accumulation: micro-batches of 8, effective batch of 32."""
import numpy as np
import torch
import keras
from keras import layers

ACCUM = 4


class AccumModel(keras.Model):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.micro = 0

    def train_step(self, data):
        x, y = data
        y_pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=y_pred)
        if self.micro == 0:
            self.zero_grad()
        (loss / ACCUM).backward()
        self.micro += 1
        if self.micro == ACCUM:
            grads = [v.value.grad for v in self.trainable_weights]
            with torch.no_grad():
                self.optimizer.apply(grads, self.trainable_weights)
            self.micro = 0
        for m in self.metrics:
            if m.name == "loss":
                m.update_state(loss)
            else:
                m.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}


def blobs(n, rng):
    c = rng.integers(0, 5, n)
    centers = np.array([[np.cos(k * 1.2566), np.sin(k * 1.2566)] for k in range(5)]) * 2
    x = centers[c] + rng.normal(0, 0.45, (n, 2))
    return np.concatenate([x, rng.normal(size=(n, 4))], 1).astype("float32"), c


keras.utils.set_random_seed(50)
rng = np.random.default_rng(50)
x_tr, y_tr = blobs(960, rng)
x_te, y_te = blobs(400, rng)

inp = keras.Input((6,))
h = layers.Dense(48, activation="relu")(inp)
h = layers.Dense(24, activation="relu")(h)
model = AccumModel(inp, layers.Dense(5, activation="softmax")(h))
model.compile(optimizer=keras.optimizers.Adam(1e-2), loss="sparse_categorical_crossentropy",
              metrics=["accuracy"])
model.fit(x_tr, y_tr, batch_size=8, epochs=6, verbose=2)
print("test accuracy", round(float(model.evaluate(x_te, y_te, verbose=0)[1]), 3))
