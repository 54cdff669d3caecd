import json
import os

import numpy as np
import keras
from keras import layers

from data import make_spirals

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "config.json")) as f:
    cfg = json.load(f)

keras.utils.set_random_seed(cfg["seed"])
x_train, y_train, x_val, y_val = make_spirals(cfg["n_samples"], cfg["n_arms"], cfg["noise"], cfg["seed"])

steps_per_epoch = int(np.ceil(len(x_train) / cfg["batch_size"]))
schedule = keras.optimizers.schedules.ExponentialDecay(
    initial_learning_rate=cfg["lr"],
    decay_steps=cfg["decay_epochs"],
    decay_rate=cfg["decay_rate"],
    staircase=True,
)

model = keras.Sequential([
    keras.Input(shape=(2,)),
    layers.Dense(64, activation="relu"),
    layers.Dense(64, activation="relu"),
    layers.Dense(cfg["n_arms"], activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(schedule),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
print(f"{steps_per_epoch} steps per epoch")
history = model.fit(
    x_train, y_train,
    batch_size=cfg["batch_size"],
    epochs=cfg["epochs"],
    validation_data=(x_val, y_val),
    verbose=2,
)
print("best val accuracy: %.3f" % max(history.history["val_accuracy"]))
