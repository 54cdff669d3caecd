import os
os.environ["KERAS_BACKEND"] = "torch"

import math
import numpy as np
import keras

BATCH, EPOCHS, BASE_LR = 32, 10, 0.02


def draw_shape(rng, kind, size=16):
    img = rng.normal(0, 0.25, (size, size))
    r = rng.integers(3, 6)
    cy, cx = rng.integers(r + 1, size - r - 1, 2)
    yy, xx = np.mgrid[:size, :size]
    dy, dx = np.abs(yy - cy), np.abs(xx - cx)
    if kind == 0:      # ring
        d = np.sqrt(dy ** 2 + dx ** 2)
        m = np.abs(d - r) < 0.8
    elif kind == 1:    # square outline
        m = (np.maximum(dy, dx) == r)
    elif kind == 2:    # plus
        m = ((dy == 0) & (dx <= r)) | ((dx == 0) & (dy <= r))
    else:              # cross
        m = (dy == dx) & (dy <= r)
    return img + m


def make(n, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 4, n)
    x = np.stack([draw_shape(rng, k) for k in y])[..., None].astype("float32")
    return x, y.astype("int64")


def get_model():
    m = keras.Sequential(name="shapes")
    m.add(keras.Input((16, 16, 1)))
    m.add(keras.layers.Conv2D(16, 3, padding="same", use_bias=False))
    m.add(keras.layers.BatchNormalization(momentum=0.9))
    m.add(keras.layers.ReLU())
    m.add(keras.layers.MaxPooling2D())
    m.add(keras.layers.Conv2D(32, 3, padding="same", activation="relu"))
    m.add(keras.layers.MaxPooling2D())
    m.add(keras.layers.Flatten())
    m.add(keras.layers.Dense(4))
    return m


keras.utils.set_random_seed(1)
xtr, ytr = make(1200, seed=10)
xva, yva = make(300, seed=20)
xte, yte = make(400, seed=30)

steps_per_epoch = math.ceil(len(xtr) / BATCH)
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=BASE_LR,
    decay_steps=EPOCHS * steps_per_epoch,
    alpha=0.001,
)
model = get_model()
model.compile(
    optimizer=keras.optimizers.SGD(schedule, momentum=0.9, nesterov=True),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["sparse_categorical_accuracy"],
)
print("steps per epoch:", steps_per_epoch)
model.fit(xtr, ytr, batch_size=BATCH, epochs=EPOCHS, validation_data=(xva, yva), verbose=2)
print("test acc", round(model.evaluate(xte, yte, verbose=0, return_dict=True)["sparse_categorical_accuracy"], 4))
