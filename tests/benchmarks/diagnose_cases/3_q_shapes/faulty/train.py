import json
import math
import os

import numpy as np
import keras
from keras import layers

cfg = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "config.json")))
keras.utils.set_random_seed(cfg["seed"])
rng = np.random.default_rng(cfg["seed"])


def shapes(n, size=16):
    """Noisy images of a cross, a filled square, a ring or diagonal stripes."""
    imgs = rng.normal(scale=0.35, size=(n, size, size, 1))
    labels = rng.integers(0, 4, n)
    for i, c in enumerate(labels):
        r = rng.integers(3, 5)
        cy, cx = rng.integers(r, size - r, 2)
        if c == 0:
            imgs[i, cy - r:cy + r + 1, cx, 0] += 1
            imgs[i, cy, cx - r:cx + r + 1, 0] += 1
        elif c == 1:
            imgs[i, cy - r + 1:cy + r, cx - r + 1:cx + r, 0] += 1
        elif c == 2:
            imgs[i, cy - r:cy + r + 1, [cx - r, min(cx + r, size - 1)], 0] += 1
            imgs[i, [cy - r, min(cy + r, size - 1)], cx - r:cx + r + 1, 0] += 1
        else:
            for k in range(-r, r + 1):
                imgs[i, cy + k if cy + k < size else size - 1, cx + k if cx + k < size else size - 1, 0] += 1
    return imgs.astype("float32"), labels


x, y = shapes(cfg["n_train"])
xv, yv = shapes(600)

model = keras.Sequential([
    keras.Input((16, 16, 1)),
    layers.Conv2D(16, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Flatten(),
    layers.Dense(64, activation="relu"),
    layers.Dense(4, activation="softmax"),
])

steps_per_epoch = math.ceil(len(x) / cfg["batch_size"])
print(f"{len(x)} images, {steps_per_epoch} steps per epoch")
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=cfg["lr"],
    decay_steps=cfg["epochs"],
)
model.compile(
    optimizer=keras.optimizers.Adam(schedule),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(x, y, epochs=cfg["epochs"], batch_size=cfg["batch_size"], validation_data=(xv, yv), verbose=2)
print("test accuracy: %.3f" % model.evaluate(xv, yv, verbose=0)[1])
