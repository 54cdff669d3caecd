"""Delivery time with uncertainty: one head per quantile."""
import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(1234)
rng = np.random.default_rng(77)
QUANTILES = [0.1, 0.5, 0.9]


class PinballLoss(keras.losses.Loss):
    def __init__(self, q, name=None):
        super().__init__(name=name or f"pinball_{int(q * 100)}")
        self.q = q

    def call(self, y_true, y_pred):
        err = y_true - y_pred
        return ops.mean(ops.maximum(self.q * err, (self.q - 1.0) * err), axis=-1)


def orders(n):
    dist = rng.uniform(0.5, 12, n)
    rush = rng.integers(0, 2, n)
    items = rng.poisson(3, n) + 1
    mean = 8 + 2.2 * dist + 6 * rush + 0.7 * items
    minutes = mean + rng.gamma(2.0, 0.6 + 0.25 * dist * (1 + rush), n)
    x = np.stack([dist / 12, rush, items / 8], 1).astype("float32")
    return x, (minutes / 10).astype("float32")[:, None]


x_train, y_train = orders(3000)
x_test, y_test = orders(1000)

inputs = keras.Input((3,), name="order")
trunk = layers.Dense(32, activation="relu")(inputs)
trunk = layers.Dense(32, activation="relu")(trunk)
outputs = {f"q{int(q * 100)}": layers.Dense(1, name=f"q{int(q * 100)}")(trunk) for q in QUANTILES}
model = keras.Model(inputs, outputs)

model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss={f"q{int(q * 100)}": PinballLoss(q) for q in QUANTILES},
)
model.fit(
    x_train, {k: y_train for k in outputs},
    validation_data=(x_test, {k: y_test for k in outputs}),
    batch_size=80, epochs=10, verbose=2,
)

pred = model.predict(x_test, verbose=0)
for q in QUANTILES:
    cover = float(np.mean(y_test <= pred[f"q{int(q * 100)}"]))
    print(f"quantile {q:.1f}: share of deliveries below prediction = {cover:.2f}")
inside = np.mean((y_test >= pred["q10"]) & (y_test <= pred["q90"]))
print(f"80% interval contains {inside:.2f} of the deliveries")
