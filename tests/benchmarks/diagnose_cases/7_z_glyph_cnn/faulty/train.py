"""Small CNN on synthetic 14x14 glyphs."""
import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(3)
rng = np.random.default_rng(3)

BASE_LR = 0.02
WARMUP_EPOCHS = 6
EPOCHS = 12
SIZE = 14


def draw(kind, rng):
    img = np.zeros((SIZE, SIZE), "float32")
    r, c = rng.integers(1, 6, size=2)
    n = 7
    i = np.arange(n)
    if kind == 0:  # plus
        img[r + 3, c + i] = 1
        img[r + i, c + 3] = 1
    elif kind == 1:  # cross
        img[r + i, c + i] = 1
        img[r + i, c + n - 1 - i] = 1
    elif kind == 2:  # box
        img[r, c + i] = img[r + n - 1, c + i] = 1
        img[r + i, c] = img[r + i, c + n - 1] = 1
    elif kind == 3:  # T
        img[r, c + i] = 1
        img[r + i, c + 3] = 1
    elif kind == 4:  # L
        img[r + i, c] = 1
        img[r + n - 1, c + i] = 1
    else:  # Z
        img[r, c + i] = img[r + n - 1, c + i] = 1
        img[r + i, c + n - 1 - i] = 1
    return img * rng.uniform(0.6, 1.0) + rng.normal(0, 0.3, img.shape)


def make(n):
    y = rng.integers(0, 6, n)
    x = np.stack([draw(k, rng) for k in y]).astype("float32")[..., None]
    return x, y


x_train, y_train = make(1200)
x_val, y_val = make(300)
x_test, y_test = make(400)

model = keras.Sequential(
    [
        keras.Input((SIZE, SIZE, 1)),
        layers.Conv2D(12, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(16, 3, activation="relu"),
        layers.Flatten(),
        layers.Dense(48, activation="relu"),
        layers.Dense(6, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.SGD(BASE_LR, momentum=0.9),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)


def warmup(epoch, lr):
    if epoch < WARMUP_EPOCHS:
        return lr * (epoch + 1) / WARMUP_EPOCHS
    return lr


model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=EPOCHS,
    batch_size=32,
    callbacks=[keras.callbacks.LearningRateScheduler(warmup)],
    verbose=2,
)
loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")
