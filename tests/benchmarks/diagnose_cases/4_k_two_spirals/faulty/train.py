import keras
import numpy as np
from keras import layers, ops


@keras.saving.register_keras_serializable("spiral")
class ResidualUnit(layers.Layer):
    """x + scale * W2(act(W1 x))"""

    def __init__(self, units, expand=2, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.expand = expand

    def build(self, input_shape):
        d = input_shape[-1]
        self.w1 = self.add_weight(shape=(d, self.units * self.expand), initializer="he_normal", name="w1")
        self.b1 = self.add_weight(shape=(self.units * self.expand,), initializer="zeros", name="b1")
        self.w2 = self.add_weight(shape=(self.units * self.expand, d), initializer="glorot_uniform", name="w2")
        self.scale = self.add_weight(shape=(d,), initializer="ones", name="scale")

    def call(self, x):
        h = ops.matmul(x, self.w1) + self.b1
        return x + self.scale * ops.matmul(h, self.w2)

    def get_config(self):
        return {**super().get_config(), "units": self.units, "expand": self.expand}


def spirals(n, rng):
    t = np.sqrt(rng.random(n)) * 3 * np.pi
    label = rng.integers(0, 2, n)
    ang = t + np.pi * label
    xy = np.stack([t * np.cos(ang), t * np.sin(ang)], 1) / (3 * np.pi)
    xy += rng.normal(0, 0.015, xy.shape)
    return xy.astype("float32"), label.astype("float32")[:, None]


keras.utils.set_random_seed(8)
rng = np.random.default_rng(8)
x_train, y_train = spirals(2000, rng)
x_test, y_test = spirals(600, rng)

model = keras.Sequential([
    keras.Input((2,)),
    layers.Dense(48),
    ResidualUnit(48),
    ResidualUnit(48),
    layers.LayerNormalization(),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(keras.optimizers.Adam(5e-3), loss="binary_crossentropy", metrics=["accuracy"])
hist = model.fit(x_train, y_train, batch_size=64, epochs=12,
                 validation_data=(x_test, y_test), verbose=2)
print("best val accuracy", max(hist.history["val_accuracy"]))
print("final test accuracy", model.evaluate(x_test, y_test, verbose=0)[1])
