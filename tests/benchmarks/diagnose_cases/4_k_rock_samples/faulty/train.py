"""Rock sample classifier from lab measurements in mixed units (ppm, kg/m3, %, MPa)."""
import json
from pathlib import Path

import keras
import numpy as np
from keras import layers

cfg = json.loads(Path(__file__).with_name("settings.json").read_text())
keras.utils.set_random_seed(cfg["seed"])
UNITS = np.array([900.0, 2600.0, 0.02, 12.0, 0.3, 45.0, 1500.0, 0.08, 5.0, 0.6])


def rocks(n, rng):
    kind = rng.integers(0, 6, n)
    proto = np.random.default_rng(12).normal(size=(6, 4))
    lift = np.random.default_rng(13).normal(size=(4, 10)) / 2
    z = proto[kind] + 0.25 * rng.normal(size=(n, 4))
    x = np.tanh(z @ lift) + 0.1 * rng.normal(size=(n, 10))
    return (UNITS * (1 + 0.15 * x)).astype("float32"), kind.astype("int32")


def build(x_train):
    norm = layers.Normalization(name="lab_scaler")
    m = keras.Sequential([
        keras.Input((10,)),
        norm,
        layers.Dense(48, activation="relu"),
        layers.Dense(48, activation="relu"),
        layers.Dense(6, activation="softmax"),
    ])
    m.compile(
        optimizer=keras.optimizers.Adam(cfg["learning_rate"]),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return m


rng = np.random.default_rng(cfg["seed"])
train, val, test = rocks(1500, rng), rocks(300, rng), rocks(500, rng)
model = build(train[0])
model.fit(*train, validation_data=val, epochs=cfg["epochs"], batch_size=cfg["batch_size"],
          callbacks=[keras.callbacks.TerminateOnNaN()], verbose=2)
loss, acc = model.evaluate(*test, verbose=0)
print(f"test loss {loss:.3f} accuracy {acc:.3f}")
