import os
os.environ["KERAS_BACKEND"] = "torch"
import numpy as np
import keras
from keras import layers

CLASSES = ["left", "right", "up", "down"]


def arrow(rng, direction):
    img = np.zeros((14, 14), "float32")
    r = rng.integers(5, 9)
    c0 = rng.integers(1, 4)
    length = rng.integers(7, 10)
    img[r, c0:c0 + length] = 1
    tip = c0 + length - 1
    for k in range(1, 4):
        img[r - k, tip - k] = img[r + k, tip - k] = 1
    turns = {"right": 0, "up": 1, "left": 2, "down": 3}[direction]
    return np.rot90(img, turns) * rng.uniform(0.6, 1.0) + rng.normal(0, 0.15, (14, 14))


class SignSequence(keras.utils.PyDataset):
    """Batches of road-marking crops with on-the-fly augmentation."""

    def __init__(self, x, y, batch_size, augment, rng, **kw):
        super().__init__(**kw)
        self.x, self.y, self.bs, self.augment, self.rng = x, y, batch_size, augment, rng
        self.order = np.arange(len(x))

    def __len__(self):
        return len(self.x) // self.bs

    def __getitem__(self, i):
        j = self.order[i * self.bs:(i + 1) * self.bs]
        xb, yb = self.x[j].copy(), self.y[j].copy()
        if self.augment:
            flip = self.rng.random(len(j)) < 0.5
            xb[flip] = xb[flip][:, :, ::-1]
            xb += self.rng.normal(0, 0.05, xb.shape).astype("float32")
        return xb, yb

    def on_epoch_end(self):
        self.rng.shuffle(self.order)


def crops(n, rng):
    y = rng.integers(0, 4, n)
    x = np.stack([arrow(rng, CLASSES[k]) for k in y]).astype("float32")[..., None]
    return x, y


def main():
    keras.utils.set_random_seed(8)
    rng = np.random.default_rng(8)
    x, y = crops(1000, rng)
    xv, yv = crops(250, rng)
    xt, yt = crops(500, rng)
    model = keras.Sequential([
        layers.Input((14, 14, 1)),
        layers.Conv2D(12, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(24, 3, activation="relu"),
        layers.Flatten(),
        layers.Dense(32, activation="relu"),
        layers.Dense(4, activation="softmax"),
    ])
    model.compile(keras.optimizers.Adam(2e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(SignSequence(x, y, 40, True, rng), validation_data=(xv, yv), epochs=9, verbose=2)
    pred = model.predict(xt, verbose=0).argmax(1)
    for k, name in enumerate(CLASSES):
        print(f"  {name:>5}: {np.mean(pred[yt == k] == k):.3f}")
    print(f"test accuracy {np.mean(pred == yt):.3f}")


main()
