"""Surface defect detector: does the 16x16 patch contain a scratch?"""
import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np

keras.utils.set_random_seed(10)


def patches(n, rng):
    x = 0.3 * rng.standard_normal((n, 16, 16, 1)).astype("float32")
    y = rng.integers(0, 2, n)
    for i in np.flatnonzero(y):
        r, c = rng.integers(0, 8, 2)
        for k in range(8):
            x[i, r + k, c + k, 0] += 1.2
    return x, y.astype("float32")


rng = np.random.default_rng(2)
train_x, train_y = patches(1500, rng)
test_x, test_y = patches(400, rng)

inp = keras.Input((16, 16, 1))
h = keras.layers.Conv2D(8, 3, activation="relu", padding="same")(inp)
h = keras.layers.MaxPooling2D()(h)
h = keras.layers.Conv2D(16, 3, activation="relu", padding="same")(h)
h = keras.layers.GlobalMaxPooling2D()(h)
h = keras.layers.Dense(16, activation="relu")(h)
out = keras.layers.Dense(1, activation="sigmoid")(h)
model = keras.Model(inp, out)

model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
model.optimizer.learning_rate = 3e-3
hist = model.fit(train_x, train_y, epochs=6, batch_size=50, verbose=0, validation_split=0.1)
for i, (l, a, va) in enumerate(zip(hist.history["loss"], hist.history["accuracy"], hist.history["val_accuracy"])):
    print(f"epoch {i + 1}: loss {l:.4f} acc {a:.3f} val_acc {va:.3f}")
loss, acc = model.evaluate(test_x, test_y, verbose=0)
print(f"test loss {loss:.4f} test acc {acc:.3f}")
