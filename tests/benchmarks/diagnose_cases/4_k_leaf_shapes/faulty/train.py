"""Small conv net on drawn shapes, cosine learning-rate schedule with warmup."""
import math

import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(21)
CFG = dict(n_train=1600, n_test=400, size=16, batch_size=40, epochs=6, peak_lr=4e-3)


def draw(n, size, rng):
    yy, xx = np.mgrid[0:size, 0:size]
    imgs, labels = [], []
    for _ in range(n):
        c = rng.integers(0, 4)
        cx, cy = rng.uniform(5, size - 5, 2)
        r = rng.uniform(2.5, 4.5)
        dx, dy = np.abs(xx - cx), np.abs(yy - cy)
        d = np.hypot(dx, dy)
        if c == 0:
            m = d < r
        elif c == 1:
            m = (d < r) & (d > r - 1.4)
        elif c == 2:
            m = np.maximum(dx, dy) < r * 0.9
        else:
            m = (np.minimum(dx, dy) < 0.8) & (np.maximum(dx, dy) < r)
        imgs.append(m * rng.uniform(0.6, 1.0) + rng.normal(0, 0.12, (size, size)))
        labels.append(c)
    return np.array(imgs, "float32")[..., None], np.array(labels, "int32")


rng = np.random.default_rng(5)
x_train, y_train = draw(CFG["n_train"], CFG["size"], rng)
x_test, y_test = draw(CFG["n_test"], CFG["size"], rng)

model = keras.Sequential([
    keras.Input((CFG["size"], CFG["size"], 1)),
    layers.Conv2D(16, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Flatten(),
    layers.Dense(48, activation="relu"),
    layers.Dense(4),
])

steps_per_epoch = math.ceil(CFG["n_train"] / CFG["batch_size"])
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=0.0,
    warmup_target=CFG["peak_lr"],
    warmup_steps=2,
    decay_steps=CFG["epochs"],
)
model.compile(
    optimizer=keras.optimizers.Adam(schedule),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(x_train, y_train, batch_size=CFG["batch_size"], epochs=CFG["epochs"],
          validation_data=(x_test, y_test), verbose=2)
print("test accuracy: %.3f" % model.evaluate(x_test, y_test, verbose=0)[1])
