"""Regression on random Fourier features: the projection stays as drawn, only the linear readout is fitted."""
import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(40)
rng = np.random.default_rng(40)


class RandomFourier(layers.Layer):
    def __init__(self, n_features, scale, **kw):
        super().__init__(trainable=False, **kw)
        self.n_features, self.scale = n_features, scale

    def build(self, shape):
        self.omega = self.add_weight(shape=(shape[-1], self.n_features), name="omega", trainable=False,
                                     initializer=keras.initializers.RandomNormal(stddev=self.scale))
        self.phase = self.add_weight(shape=(self.n_features,), name="phase", trainable=False,
                                     initializer=keras.initializers.RandomUniform(0, 2 * np.pi))

    def call(self, x):
        return np.sqrt(2.0 / self.n_features) * ops.cos(ops.matmul(x, self.omega) + self.phase)


def tide(n):
    x = rng.uniform(-2, 2, (n, 2))
    y = np.sin(2 * x[:, 0]) * np.cos(1.5 * x[:, 1]) + 0.5 * x[:, 0] + 0.05 * rng.standard_normal(n)
    return x.astype("float32"), y.astype("float32")


x, y = tide(2500)
xt, yt = tide(500)

model = keras.Sequential([
    keras.Input((2,)),
    RandomFourier(300, scale=1.3),
    layers.Dense(1, kernel_initializer="zeros"),
])
model.compile(optimizer=keras.optimizers.SGD(learning_rate=0.5, momentum=0.9), loss="mse")
model.summary()
model.fit(x, y, batch_size=50, epochs=12, validation_data=(xt, yt), verbose=2)
mse = model.evaluate(xt, yt, verbose=0)
print("test R2 %.3f" % (1 - mse / yt.var()))
