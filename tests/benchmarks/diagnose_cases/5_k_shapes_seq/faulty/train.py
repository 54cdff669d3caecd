"""Circle / square / triangle / cross on 20x20 images, fed from a PyDataset."""
import numpy as np
import keras
from keras import layers

SIDE = 20


def draw_shape(kind, rng):
    img = rng.normal(0, 0.15, (SIDE, SIDE))
    yy, xx = np.mgrid[0:SIDE, 0:SIDE]
    cy, cx, r = rng.uniform(8, 12), rng.uniform(8, 12), rng.uniform(4, 7)
    dy, dx = yy - cy, xx - cx
    if kind == 0:
        m = np.abs(np.hypot(dy, dx) - r) < 1
    elif kind == 1:
        m = np.abs(np.maximum(np.abs(dy), np.abs(dx)) - r) < 1
    elif kind == 2:
        m = (dy < r) & (dy > -r + 2 * np.abs(dx))
    else:
        m = (np.abs(dy) < 1.2) & (np.abs(dx) < r) | (np.abs(dx) < 1.2) & (np.abs(dy) < r)
    img[m] += 1
    return img


def make_split(n, rng):
    labels = rng.integers(0, 4, n)
    images = np.stack([draw_shape(k, rng) for k in labels])[..., None]
    return images.astype("float32"), labels


class ShapeDataset(keras.utils.PyDataset):
    def __init__(self, images, labels, batch_size=32, shuffle=False, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.images, self.labels = images, labels
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.rng = np.random.default_rng(seed)
        self.on_epoch_end()

    def __len__(self):
        return int(np.ceil(len(self.images) / self.batch_size))

    def __getitem__(self, i):
        s = slice(i * self.batch_size, (i + 1) * self.batch_size)
        return self.images[s], self.labels[s]

    def on_epoch_end(self):
        if self.shuffle:
            self.images = self.rng.permutation(self.images)
            self.labels = self.rng.permutation(self.labels)


def main():
    keras.utils.set_random_seed(2)
    rng = np.random.default_rng(2)
    train = ShapeDataset(*make_split(900, rng), shuffle=True)
    val = ShapeDataset(*make_split(200, rng))

    model = keras.Sequential([
        keras.Input((SIDE, SIDE, 1)),
        layers.Conv2D(12, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(24, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Flatten(),
        layers.Dense(32, activation="relu"),
        layers.Dense(4, activation="softmax"),
    ])
    model.compile(optimizer=keras.optimizers.RMSprop(2e-3),
                  loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(train, validation_data=val, epochs=8, verbose=2)
    loss, acc = model.evaluate(val, verbose=0)
    print(f"val loss {loss:.3f} val accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
