import os
os.environ["KERAS_BACKEND"] = "torch"
import argparse
import numpy as np
import keras
from keras import ops


class FourierFeatures(keras.layers.Layer):
    """Random cosine features approximating an RBF kernel (Rahimi & Recht); not learned."""

    def __init__(self, n_features, gamma, seed=0, **kw):
        super().__init__(**kw)
        self.n_features, self.gamma, self.seed = n_features, gamma, seed

    def build(self, shape):
        d = shape[-1]
        self.omega = self.add_weight(shape=(d, self.n_features), trainable=False, name="omega",
                                     initializer=keras.initializers.RandomNormal(stddev=(2 * self.gamma) ** 0.5, seed=self.seed))
        self.phase = self.add_weight(shape=(self.n_features,), trainable=False, name="phase",
                                     initializer=keras.initializers.RandomUniform(0.0, 6.2831853, seed=self.seed + 1))

    def call(self, x):
        return ops.cos(ops.matmul(x, self.omega) + self.phase) * (2.0 / self.n_features) ** 0.5


def terrain(n, rng):
    p = rng.uniform(-2, 2, (n, 2))
    z = np.sin(2 * p[:, 0]) * np.cos(1.5 * p[:, 1]) + 0.3 * p[:, 0] - 0.2 * p[:, 1] ** 2
    return p.astype("float32"), (z + rng.normal(0, 0.05, n)).astype("float32")[:, None]


if __name__ == "__main__":
    cli = argparse.ArgumentParser()
    cli.add_argument("--features", type=int, default=256)
    cli.add_argument("--gamma", type=float, default=1.0)
    cli.add_argument("--lr", type=float, default=1.0)
    cli.add_argument("--seed", type=int, default=6)
    opt = cli.parse_args()
    keras.utils.set_random_seed(opt.seed)
    rng = np.random.default_rng(opt.seed)
    x, y = terrain(3000, rng)
    xv, yv = terrain(400, rng)
    xt, yt = terrain(600, rng)
    net = keras.Sequential([keras.Input((2,)), FourierFeatures(opt.features, opt.gamma), keras.layers.Dense(1, kernel_initializer="zeros")])
    # features have norm ~1, so a step size around one is stable for the linear read-out
    net.compile(keras.optimizers.SGD(opt.lr * 0.4, momentum=0.9), "mse")
    net.fit(x, y, batch_size=100, epochs=20, validation_data=(xv, yv), verbose=2)
    res = net.predict(xt, verbose=0)
    print(f"test R2 {1 - ((res - yt) ** 2).sum() / ((yt - yt.mean()) ** 2).sum():.3f}")
