import os
os.environ.setdefault("KERAS_BACKEND", "torch")
import argparse
import numpy as np
import keras
from keras import layers


@keras.saving.register_keras_serializable()
class ResidualBlock(layers.Layer):
    """x + W2 relu(W1 norm(x)), starting as the identity."""

    def __init__(self, expand=2, **kwargs):
        super().__init__(**kwargs)
        self.expand = expand

    def build(self, shape):
        dim = shape[-1]
        self.norm = layers.LayerNormalization()
        self.norm.build(shape)
        self.up = layers.Dense(self.expand * dim, activation="relu", kernel_initializer="he_normal")
        self.up.build(shape)
        self.down = layers.Dense(dim, kernel_initializer="zeros")
        self.down.build((*shape[:-1], self.expand * dim))

    def call(self, x):
        return x + self.down(self.up(self.norm(x)))


def turbine(n, rng):
    v = rng.uniform(0, 1, (n, 6)).astype("float32")
    power = np.clip(2.2 * v[:, 0] - 0.3, 0, 1) ** 3 * (1 - 0.5 * v[:, 1]) + 0.4 * np.sin(5 * v[:, 2]) * v[:, 3]
    power += 0.3 * (v[:, 4] > 0.5) * v[:, 5] + rng.normal(0, 0.03, n)
    return 2 * v - 1, power.astype("float32")


parser = argparse.ArgumentParser()
parser.add_argument("--blocks", type=int, default=8)
parser.add_argument("--dim", type=int, default=24)
parser.add_argument("--epochs", type=int, default=10)
args = parser.parse_args()

keras.utils.set_random_seed(71)
rng = np.random.default_rng(71)
x, y = turbine(2500, rng)
xt, yt = turbine(500, rng)

inputs = keras.Input((6,))
h = layers.Dense(args.dim)(inputs)
for _ in range(args.blocks):
    h = ResidualBlock()(h)
model = keras.Model(inputs, layers.Dense(1)(layers.LayerNormalization()(h)))
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
model.fit(x, y, validation_split=0.1, epochs=args.epochs, batch_size=64, verbose=2)

pred = model.predict(xt, verbose=0)[:, 0]
print(f"test R2 {1 - np.mean((pred - yt) ** 2) / yt.var():.3f} with {args.blocks} blocks")
