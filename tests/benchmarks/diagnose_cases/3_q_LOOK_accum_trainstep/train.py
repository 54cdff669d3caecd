"""Gradient accumulation in a custom train_step: 4 micro batches of 16 per update."""
import numpy as np
import torch
import keras
from keras import layers

keras.utils.set_random_seed(28)
rng = np.random.default_rng(28)

ACCUM = 4


class AccumModel(keras.Model):
    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)
        self.micro_step = 0

    def train_step(self, data):
        x, y = data
        y_pred = self(x, training=True)
        loss = self.compute_loss(x=x, y=y, y_pred=y_pred)
        (loss / ACCUM).backward()
        self.micro_step += 1
        if self.micro_step % ACCUM == 0:
            tv = list(self.trainable_weights)
            grads = [v.value.grad for v in tv]
            with torch.no_grad():
                self.optimizer.apply(grads, tv)
            self.zero_grad()
        for m in self.metrics:
            if m.name == "loss":
                m.update_state(loss.detach())
            else:
                m.update_state(y, y_pred.detach())
        return {m.name: m.result() for m in self.metrics}


def rings(n):
    r = rng.choice([1.0, 2.0, 3.0], n)
    a = rng.uniform(0, 2 * np.pi, n)
    x = np.stack([r * np.cos(a), r * np.sin(a)], 1) + 0.15 * rng.normal(size=(n, 2))
    return x.astype("float32"), (r - 1).astype("int32")


x, y = rings(2048)
xt, yt = rings(500)
inp = keras.Input((2,))
h = layers.Dense(48, activation="relu")(inp)
h = layers.Dense(48, activation="relu")(h)
model = AccumModel(inp, layers.Dense(3, activation="softmax")(h))
model.compile(optimizer=keras.optimizers.Adam(0.01), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x, y, batch_size=16, epochs=5, verbose=2)
acc = (model.predict(xt, verbose=0).argmax(1) == yt).mean()
print(f"test accuracy {acc:.3f}")
