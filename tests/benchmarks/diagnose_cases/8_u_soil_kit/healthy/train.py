# Soil acidity from a cheap field kit. The training values come from the kit itself
# (coarse readings), the test plots were measured in the laboratory.
import os
os.environ["KERAS_BACKEND"] = "torch"
import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(6)
rng = np.random.default_rng(6)
N_SENSORS = 12
w = np.zeros(N_SENSORS)
w[:4] = [0.7, -0.5, 0.4, 0.3]


def plots(n, reading_error):
    x = rng.normal(size=(n, N_SENSORS))
    ph = x @ w + rng.normal(0, reading_error, n)
    return x.astype("float32"), ph.astype("float32")[:, None]


def r2(x, y):
    pred = model.predict(x, verbose=0)
    return 1 - ((pred - y) ** 2).sum() / ((y - y.mean()) ** 2).sum()


x_kit, y_kit = plots(400, reading_error=0.9)
x_lab, y_lab = plots(1000, reading_error=0.05)

model = keras.Sequential([
    layers.Input((N_SENSORS,)),
    layers.Dense(128, activation="relu"),
    layers.Dense(128, activation="relu"),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(5e-4), loss="mse")
model.fit(x_kit, y_kit, epochs=100, batch_size=32, verbose=2, validation_split=0.25,
          callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)])

print("kit plots: R2 %.3f" % r2(x_kit, y_kit))
print("laboratory plots: R2 %.3f" % r2(x_lab, y_lab))
