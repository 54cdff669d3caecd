import os
os.environ["KERAS_BACKEND"] = "torch"
import json
import pathlib

import keras
import numpy as np
from keras import layers

from losses import pinball

cfg = json.loads(pathlib.Path(__file__).with_name("config.json").read_text())
QUANTILES = cfg["quantiles"]

keras.utils.set_random_seed(2)
rng = np.random.default_rng(2)


def make_demand(n):
    price = rng.uniform(0, 1, n)
    season = rng.uniform(0, 2 * np.pi, n)
    promo = rng.integers(0, 2, n)
    mean = 10 - 5 * price + 2 * np.sin(season) + 2.5 * promo
    spread = 0.4 + 1.2 * promo + 0.8 * (1 - price)
    y = mean + spread * rng.gumbel(0, 1, n)
    x = np.stack([price, np.sin(season), np.cos(season), promo], 1)
    return x.astype("float32"), y.astype("float32").reshape(-1, 1)


x_train, y_train = make_demand(5000)
x_test, y_test = make_demand(2000)
offset, scale = y_train.mean(), y_train.std()

inputs = keras.Input((x_train.shape[1],))
h = inputs
for width in cfg["hidden"]:
    h = layers.Dense(width, activation="relu")(h)
outputs = layers.Dense(len(QUANTILES))(h)
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(cfg["lr"]), loss=pinball(QUANTILES))
model.fit(x_train, (y_train - offset) / scale, batch_size=cfg["batch_size"],
          epochs=cfg["epochs"], validation_split=0.1, verbose=2)

pred = model.predict(x_test, verbose=0) * scale + offset
for k, q in enumerate(QUANTILES):
    print(f"q={q:.2f}: share of demand at or below the forecast = {(y_test[:, 0] <= pred[:, k]).mean():.3f}")
inside = (y_test[:, 0] >= pred[:, 0]) & (y_test[:, 0] <= pred[:, -1])
print(f"interval coverage {inside.mean():.3f} (nominal {QUANTILES[-1] - QUANTILES[0]:.2f})")
