"""Uncertainty for a calibration curve with Monte-Carlo dropout."""
import numpy as np
import keras
from keras import layers


class MCDropout(layers.Dropout):
    def call(self, inputs, training=None):
        return super().call(inputs, training=True)


def calibration(n, rng):
    x = rng.uniform(-2, 2, (n, 1))
    y = np.sin(2 * x) + 0.4 * x + rng.normal(0, 0.05, x.shape)
    return x.astype("float32"), y.astype("float32")


keras.utils.set_random_seed(70)
rng = np.random.default_rng(70)
x_tr, y_tr = calibration(1500, rng)
x_te, y_te = calibration(200, rng)

inp = keras.Input((1,))
h = layers.Dense(128, activation="relu")(inp)
h = MCDropout(0.1)(h)
h = layers.Dense(128, activation="relu")(h)
h = MCDropout(0.1)(h)
model = keras.Model(inp, layers.Dense(1)(h))
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
model.fit(x_tr, y_tr, batch_size=50, epochs=15, validation_data=(x_te, y_te), verbose=2)

passes = np.stack([model.predict(x_te, batch_size=200, verbose=0)[:, 0] for _ in range(30)])
mean, std = passes.mean(0), passes.std(0)
r2 = 1 - np.mean((mean - y_te[:, 0]) ** 2) / y_te.var()
print(f"mean spread {std.mean():.3f}, R2 of the averaged prediction {r2:.3f}")
