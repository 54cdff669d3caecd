"""Classify small line glyphs with a compact convnet."""
from dataclasses import dataclass

import keras
import numpy as np
from keras import layers


@dataclass
class Config:
    size: int = 14
    n_train: int = 1600
    n_test: int = 400
    batch_size: int = 32
    epochs: int = 7
    lr: float = 2e-3
    noise: float = 0.35
    seed: int = 7


GLYPHS = ["bar", "dash", "cross", "slash", "box"]


def draw(kind, size, rng):
    img = np.zeros((size, size), dtype="float32")
    r, c = rng.integers(4, size - 4, size=2)
    k = int(rng.integers(3, 5))
    if kind == "bar":
        img[r - k:r + k, c] = 1
    elif kind == "dash":
        img[r, c - k:c + k] = 1
    elif kind == "cross":
        img[r - k:r + k, c] = 1
        img[r, c - k:c + k] = 1
    elif kind == "slash":
        for d in range(-k, k):
            img[r + d, c + d] = 1
    else:
        img[r - k:r + k, c - k] = img[r - k:r + k, c + k - 1] = 1
        img[r - k, c - k:c + k] = img[r + k - 1, c - k:c + k] = 1
    return img


def make_split(n, cfg, rng):
    y = rng.integers(0, len(GLYPHS), size=n)
    x = np.stack([draw(GLYPHS[i], cfg.size, rng) for i in y])
    x = x + rng.normal(0, cfg.noise, size=x.shape)
    return x[..., None].astype("float32"), y.astype("int64")


def build(cfg):
    inp = keras.Input((cfg.size, cfg.size, 1))
    x = layers.Conv2D(16, 3, padding="same", activation="relu")(inp)
    x = layers.MaxPooling2D()(x)
    x = layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = layers.GlobalMaxPooling2D()(x)
    x = layers.Dense(32, activation="relu")(x)
    out = layers.Dense(len(GLYPHS), activation="softmax")(x)
    return keras.Model(inp, out)


def main():
    cfg = Config()
    keras.utils.set_random_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    x_train, y_train = make_split(cfg.n_train, cfg, rng)
    x_test, y_test = make_split(cfg.n_test, cfg, rng)

    model = build(cfg)
    steps_per_epoch = int(np.ceil(len(x_train) / cfg.batch_size))
    schedule = keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=cfg.lr,
        decay_steps=cfg.epochs * steps_per_epoch,
        alpha=0.0,
    )
    model.compile(
        optimizer=keras.optimizers.Adam(schedule),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    print(f"{model.count_params()} parameters, {steps_per_epoch} steps per epoch")
    model.fit(
        x_train, y_train,
        validation_data=(x_test, y_test),
        batch_size=cfg.batch_size,
        epochs=cfg.epochs,
        verbose=2,
    )
    loss, acc = model.evaluate(x_test, y_test, verbose=0)
    print(f"test loss {loss:.4f}  test accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
