import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
import yaml
from keras import layers

from windows import ACTIVITIES, WindowSequence, simulate


def activity_net(steps, filters, dense, dropout):
    x = inputs = keras.Input((steps, 3))
    for f in filters:
        x = layers.Conv1D(f, 5, padding="same", activation="relu")(x)
        x = layers.MaxPooling1D(2)(x)
        x = layers.Dropout(dropout)(x)
    x = layers.Flatten()(x)
    x = layers.Dense(dense, activation="relu")(x)
    x = layers.Dropout(dropout)(x)
    return keras.Model(inputs, layers.Dense(len(ACTIVITIES), activation="softmax")(x))


with open("config.yaml") as f:
    cfg = yaml.safe_load(f)

d, m, t = cfg["data"], cfg["model"], cfg["training"]
keras.utils.set_random_seed(d["seed"])
rng = np.random.default_rng(d["seed"])
x_train, y_train = simulate(d["train_windows"], d["steps"], rng)
x_test, y_test = simulate(d["test_windows"], d["steps"], rng)

model = activity_net(d["steps"], **m)
model.compile(
    optimizer=keras.optimizers.Adam(t["learning_rate"]),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(
    WindowSequence(x_train, y_train, t["batch_size"], rng),
    validation_data=(x_test, y_test),
    epochs=t["epochs"],
    verbose=2,
)
loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"held-out windows: loss {loss:.3f}, accuracy {acc:.3f}")
