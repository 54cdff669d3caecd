"""The same task with Keras, to compare with."""

import keras
import numpy as np
from keras import layers


def build(classes: int) -> keras.Model:
    model = keras.Sequential(
        [
            keras.Input((28, 28)),
            layers.Flatten(),
            layers.Dense(128),
            layers.Dense(128),
            layers.Dense(classes, activation="softmax"),
        ]
    )
    model.compile(
        optimizer=keras.optimizers.SGD(learning_rate=0.01),
        loss="binary_crossentropy",
        metrics=["accuracy"],
    )
    return model


def main():
    stored = np.load("train.npz")
    images, labels = stored["images"], stored["labels"]
    model = build(classes=10)
    model.fit(images, keras.utils.to_categorical(labels, 10), batch_size=128, epochs=5)


if __name__ == "__main__":
    main()
