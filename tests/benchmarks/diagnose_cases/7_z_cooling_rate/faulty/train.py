# Grey-box model: start temperature from the workpiece's features, cooling rate shared by all pieces.
import os
os.environ["KERAS_BACKEND"] = "torch"

import numpy as np
import torch
import keras
from keras import layers, ops

TRUE_RATE = 0.3


class NewtonCooling(layers.Layer):
    """excess(t) = excess(0) * exp(-rate * t)"""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.log_rate = torch.zeros((), requires_grad=True)

    def call(self, start, minutes):
        return start * ops.exp(-ops.exp(self.log_rate) * minutes)


def pieces(n, rng):
    features = rng.uniform(-1, 1, (n, 4))
    start = 3.0 + features[:, 0] + 0.8 * np.sin(2 * features[:, 1]) + features[:, 2] * features[:, 3]
    minutes = rng.uniform(0, 6, n)
    excess = start * np.exp(-TRUE_RATE * minutes) + rng.normal(0, 0.05, n)
    return features.astype("float32"), minutes.astype("float32")[:, None], excess.astype("float32")[:, None]


def build():
    features = keras.Input((4,), name="features")
    minutes = keras.Input((1,), name="minutes")
    h = layers.Dense(32, activation="tanh")(features)
    h = layers.Dense(32, activation="tanh")(h)
    start = layers.Dense(1, name="start")(h)
    cooling = NewtonCooling(name="cooling")
    return keras.Model([features, minutes], cooling(start, minutes))


keras.utils.set_random_seed(29)
rng = np.random.default_rng(29)
f, t, y = pieces(2000, rng)
ft, tt, yt = pieces(400, rng)

model = build()
model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse", metrics=["mae"])
model.fit([f, t], y, validation_split=0.1, epochs=12, batch_size=32, verbose=2)

rate = float(np.exp(ops.convert_to_numpy(model.get_layer("cooling").log_rate)))
rmse = np.sqrt(np.mean((model.predict([ft, tt], verbose=0) - yt) ** 2))
print(f"estimated rate {rate:.3f} per minute, test RMSE {rmse:.3f} (noise 0.05)")
