"""Seven-segment digits on noisy 10x7 LCD crops."""
import keras
import numpy as np
from keras import layers

SEGMENTS = {  # row slice, column slice
    "a": (slice(0, 1), slice(1, 6)), "b": (slice(1, 5), slice(6, 7)), "c": (slice(5, 9), slice(6, 7)),
    "d": (slice(9, 10), slice(1, 6)), "e": (slice(5, 9), slice(0, 1)), "f": (slice(1, 5), slice(0, 1)),
    "g": (slice(4, 6), slice(1, 6)),
}
DIGITS = ["abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg"]


def lcd(n, rng):
    y = rng.integers(0, 10, n)
    img = 0.5 * rng.standard_normal((n, 10, 7))
    for i, d in enumerate(y):
        gain = rng.uniform(0.8, 1.4)
        for s in DIGITS[d]:
            img[(i,) + SEGMENTS[s]] += gain
    return img[..., None].astype("float32"), y.astype("float32").reshape(-1, 1)


def cnn():
    return keras.Sequential([
        layers.Input((10, 7, 1)),
        layers.Conv2D(12, 3, padding="same", activation="elu"),
        layers.Conv2D(16, 3, strides=2, padding="same", activation="elu"),
        layers.Flatten(),
        layers.Dense(40, activation="elu"),
        layers.Dense(10, activation="softmax"),
    ])


if __name__ == "__main__":
    keras.utils.set_random_seed(1)
    rng = np.random.default_rng(1)
    (xa, ya), (xb, yb) = lcd(2400, rng), lcd(400, rng)

    model = cnn()
    model.compile(
        optimizer=keras.optimizers.Nadam(1e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    callbacks = [
        keras.callbacks.EarlyStopping(monitor="val_acc", mode="max", patience=4, restore_best_weights=True),
    ]
    model.fit(xa, ya, validation_data=(xb, yb), epochs=8, batch_size=64, callbacks=callbacks, verbose=2)
    result = model.evaluate(xb, yb, verbose=0, return_dict=True)
    print("final:", {k: round(float(v), 4) for k, v in result.items()})
