"""Kernel regression with random Fourier features; only the read-out is learned."""
import keras
import numpy as np
from keras import layers, ops


class RandomFourier(layers.Layer):
    def __init__(self, features=200, gamma=1.2, **kw):
        super().__init__(trainable=False, **kw)
        self.features, self.gamma = features, gamma

    def build(self, shape):
        init = keras.initializers.RandomNormal(stddev=self.gamma)
        self.w = self.add_weight(shape=(shape[-1], self.features), initializer=init, trainable=False)
        self.b = self.add_weight(shape=(self.features,), trainable=False,
                                 initializer=keras.initializers.RandomUniform(0.0, 2 * np.pi))

    def call(self, x):
        return ops.cos(ops.matmul(x, self.w) + self.b)


def terrain(n, rng):
    x = rng.uniform(-2, 2, (n, 2))
    z = np.sin(2 * x[:, 0]) * np.cos(1.5 * x[:, 1]) + 0.3 * x[:, 0]
    return x.astype("float32"), (z + 0.05 * rng.normal(size=n)).astype("float32")[:, None]


keras.utils.set_random_seed(61)
rng = np.random.default_rng(61)
x_train, y_train = terrain(2500, rng)
x_test, y_test = terrain(500, rng)

inputs = keras.Input((2,))
phi = RandomFourier()(inputs)
model = keras.Model(inputs, layers.Dense(1)(phi))
model.compile(keras.optimizers.Adam(0.02), loss="mse", metrics=[keras.metrics.R2Score(name="r2")])
print("trainable weights:", sum(int(np.prod(w.shape)) for w in model.trainable_weights),
      "frozen:", sum(int(np.prod(w.shape)) for w in model.non_trainable_weights))
model.fit(x_train, y_train, batch_size=50, epochs=8, validation_data=(x_test, y_test), verbose=2)
print("test r2 %.3f" % model.evaluate(x_test, y_test, verbose=0)[1])
