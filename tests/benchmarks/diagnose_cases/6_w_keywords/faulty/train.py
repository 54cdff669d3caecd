import json
from pathlib import Path

import keras
import numpy as np

from features import make_dataset

cfg = json.loads((Path(__file__).parent / "config.json").read_text())
keras.utils.set_random_seed(cfg["seed"])
rng = np.random.default_rng(cfg["seed"])

x_train, y_train = make_dataset(cfg["n_train"], cfg, rng)
x_val, y_val = make_dataset(cfg["n_val"], cfg, rng)

normalise = keras.layers.Normalization(axis=-1)
normalise.adapt(x_train)

model = keras.Sequential([
    keras.Input(x_train.shape[1:]),
    normalise,
    keras.layers.GRU(cfg["units"]),
    keras.layers.Dense(len(cfg["keywords"]), activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(cfg["learning_rate"]),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
history = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    batch_size=cfg["batch_size"],
    epochs=cfg["epochs"],
    verbose=2,
)
pred = model.predict(x_val, verbose=0).argmax(axis=1)
for k, word in enumerate(cfg["keywords"]):
    print(f"{word:5s} recall {np.mean(pred[y_val == k] == k):.3f}")
print(f"final val accuracy {history.history['val_accuracy'][-1]:.3f}")
