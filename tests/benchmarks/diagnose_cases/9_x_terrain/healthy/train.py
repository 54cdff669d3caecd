import numpy as np
import keras
from keras import ops

SEED = 5


class RBFLayer(keras.layers.Layer):
    """Gaussian radial basis units: exp(-gamma_k * ||x - c_k||^2)."""

    def __init__(self, units, dim, spread=1.0, **kwargs):
        super().__init__(**kwargs)
        start = keras.random.normal((units, dim), stddev=spread)
        self.centers = self.add_weight(shape=(units, dim), initializer=lambda shape, dtype: start, name="centers")
        self.log_gamma = self.add_weight(shape=(units,), initializer="zeros", name="log_gamma")

    def call(self, x):
        diff = ops.expand_dims(x, 1) - ops.expand_dims(self.centers, 0)
        d2 = ops.sum(ops.square(diff), axis=-1)
        return ops.exp(-ops.exp(self.log_gamma) * d2)


class RBFRegressor(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.rbf = RBFLayer(units, dim=2, spread=0.5)
        self.out = keras.layers.Dense(1)

    def call(self, x):
        return self.out(self.rbf(x))


def terrain(n, rng):
    """Elevation of a hilly map, as a function of the (east, north) position."""
    peaks = np.random.default_rng(99).uniform(-3, 3, size=(9, 2))
    heights = np.array([2.0, -1.5, 1.0, 1.8, -2.0, 1.2, -1.0, 1.5, -1.7])
    pos = rng.uniform(-3.5, 3.5, size=(n, 2))
    d2 = ((pos[:, None, :] - peaks[None]) ** 2).sum(-1)
    z = (heights * np.exp(-1.2 * d2)).sum(1) + 0.03 * rng.standard_normal(n)
    return pos.astype("float32"), z.astype("float32")[:, None]


if __name__ == "__main__":
    keras.utils.set_random_seed(SEED)
    rng = np.random.default_rng(SEED)
    x_train, y_train = terrain(3000, rng)
    x_test, y_test = terrain(600, rng)

    net = RBFRegressor(units=40)
    net.compile(optimizer=keras.optimizers.Adam(learning_rate=0.02), loss="mse")
    hist = net.fit(x_train, y_train, batch_size=64, epochs=14, validation_split=0.1, verbose=0)
    for ep in range(0, 14, 3):
        print("epoch %2d  loss %.4f  val_loss %.4f" % (ep + 1, hist.history["loss"][ep], hist.history["val_loss"][ep]))

    mse = float(net.evaluate(x_test, y_test, verbose=0))
    print("test mse %.4f (variance of the target %.4f)" % (mse, y_test.var()))
