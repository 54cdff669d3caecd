"""Siamese network: do two sensor fingerprints come from the same device?"""
import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(17)
rng = np.random.default_rng(17)

N_DEV = 12
DIM = 30


class AbsDifference(layers.Layer):
    def call(self, a, b):
        a, b = ops.convert_to_numpy(a), ops.convert_to_numpy(b)
        return ops.convert_to_tensor(np.abs(a - b))


class Siamese(keras.Model):
    def __init__(self, emb=16):
        super().__init__()
        self.encoder = keras.Sequential([
            layers.Dense(32, activation="relu"),
            layers.Dense(emb),
        ])
        self.distance = AbsDifference()
        self.out = layers.Dense(1, activation="sigmoid")

    def call(self, inputs):
        left, right = inputs
        return self.out(self.distance(self.encoder(left), self.encoder(right)))


prints = np.zeros((N_DEV, DIM), dtype="float32")
prints[:, :6] = rng.normal(0, 1.0, (N_DEV, 6))


def fingerprint(dev):
    x = prints[dev].copy()
    x[:, :6] += rng.normal(0, 0.2, (len(dev), 6))
    x[:, 6:] += rng.normal(0, 1.5, (len(dev), DIM - 6))     # ambient channels
    return x.astype("float32")


def pairs(n):
    same = rng.integers(0, 2, n)
    a = rng.integers(0, N_DEV, n)
    b = np.where(same == 1, a, (a + rng.integers(1, N_DEV, n)) % N_DEV)
    return (fingerprint(a), fingerprint(b)), same.astype("float32")[:, None]


(xa, xb), y = pairs(3000)
(va, vb), vy = pairs(600)

model = Siamese()
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy",
              metrics=["accuracy"])
model.fit([xa, xb], y, batch_size=64, epochs=8, validation_data=([va, vb], vy), verbose=2)
loss, acc = model.evaluate([va, vb], vy, verbose=0)
print(f"pair accuracy {acc:.3f} (loss {loss:.3f})")
