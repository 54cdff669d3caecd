"""Textures by a functional Keras model with convolutions."""

import keras
import numpy as np
from keras import layers, ops

EPOCHS = 5
BATCH_SIZE = 25


def textures(rng, count):
    """Stripes one way, the other way, a chequerboard; grey values from 0 to 255."""
    labels = rng.integers(0, 3, size=count)
    images = rng.uniform(0, 120, size=(count, 10, 10, 1))
    ys, xs = np.mgrid[0:10, 0:10]
    patterns = [ys % 2, xs % 2, (xs + ys) % 2]
    for image, label in zip(images, labels):
        strength = rng.uniform(50, 110)
        image[..., 0] += strength * np.roll(patterns[label], rng.integers(2), axis=(0, 1))
    return images.astype("float32"), labels


def build():
    inputs = keras.Input(shape=(10, 10, 1))
    x = layers.Conv2D(8, 3, activation="relu", padding="same")(inputs)
    x = layers.MaxPooling2D(2)(x)
    x = layers.Conv2D(12, 3, activation="relu")(x)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dense(16, activation="relu")(x)
    outputs = layers.Dense(3)(x)
    return keras.Model(inputs, outputs)


def main():
    keras.utils.set_random_seed(14)
    rng = np.random.default_rng(14)
    x_train, y_train = textures(rng, 900)
    x_valid, y_valid = textures(rng, 300)
    x_train, x_valid = x_train / 255.0, x_valid / 255.0
    model = build()
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=0.01),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    model.fit(
        x_train,
        y_train,
        epochs=EPOCHS,
        batch_size=BATCH_SIZE,
        validation_data=(x_valid, y_valid),
        verbose=2,
    )
    logits = ops.convert_to_numpy(model(x_valid))
    print(f"quality: {(logits.argmax(axis=1) == y_valid).mean():.4f}")


if __name__ == "__main__":
    main()
