import os
os.environ["KERAS_BACKEND"] = "torch"
import numpy as np
import keras
from keras import ops

rng = np.random.default_rng(23)
keras.utils.set_random_seed(23)

QUANTILE = 0.9


@keras.saving.register_keras_serializable()
class PinballLoss(keras.losses.Loss):
    def __init__(self, tau, name="pinball", **kw):
        super().__init__(name=name, **kw)
        self.tau = tau

    def call(self, y_true, y_pred):
        err = y_pred - y_true
        return ops.mean(ops.maximum(self.tau * err, (self.tau - 1.0) * err), axis=-1)


class Coverage(keras.metrics.Metric):
    """share of observations at or below the predicted level"""

    def __init__(self, name="coverage", **kw):
        super().__init__(name=name, **kw)
        self.hit = self.add_variable(shape=(), initializer="zeros", name="hit")
        self.n = self.add_variable(shape=(), initializer="zeros", name="n")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.hit.assign(self.hit + ops.sum(ops.cast(y_true <= y_pred, "float32")))
        self.n.assign(self.n + ops.cast(ops.size(y_true), "float32"))

    def result(self):
        return self.hit / (self.n + 1e-7)


def hourly_load(days):
    hours = np.arange(days * 24)
    temp = 12 + 9 * np.sin(2 * np.pi * hours / (24 * 90)) + rng.normal(0, 2, len(hours))
    tod, dow = hours % 24, (hours // 24) % 7
    mean = 3 + np.sin((tod - 8) / 24 * 2 * np.pi) + 0.05 * np.maximum(16 - temp, 0) - 0.6 * (dow >= 5)
    load = mean + rng.gamma(2.0, 0.25 + 0.15 * (tod > 16), len(hours))
    feats = np.stack([np.sin(tod / 12 * np.pi), np.cos(tod / 12 * np.pi),
                      (dow >= 5) * 1.0, (temp - 12) / 9, (tod > 16) * 1.0], 1)
    return feats.astype("float32"), load.astype("float32")[:, None]


x, y = hourly_load(300)
idx = rng.permutation(len(x))
tr, va, te = idx[:5000], idx[5000:5700], idx[5700:]

model = keras.Sequential([
    keras.Input((x.shape[1],)),
    keras.layers.Dense(48, activation="relu"),
    keras.layers.Dense(48, activation="relu"),
    keras.layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.AdamW(2e-3, weight_decay=1e-4),
              loss=PinballLoss(QUANTILE), metrics=[Coverage()])
model.fit(x[tr], y[tr], batch_size=128, epochs=12, validation_data=(x[va], y[va]), verbose=2)
level = model.predict(x[te], verbose=0)
print(f"reserve level at {QUANTILE:.0%}: observed coverage on test hours {np.mean(y[te] <= level):.3f}")
