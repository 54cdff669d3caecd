from dataclasses import dataclass

import keras
from keras import layers
from sklearn.model_selection import train_test_split


@dataclass
class Config:
    classes: int = 10
    batch_size: int = 64
    epochs: int = 50
    learning_rate: float = 1e-3
    validation_share: float = 0.2


def load_data(config: Config):
    (x, y), (x_test, y_test) = keras.datasets.cifar10.load_data()
    x = x.astype("float32") / 255
    x_test = x_test.astype("float32") / 255
    x_train, x_val, y_train, y_val = train_test_split(
        x, y, test_size=config.validation_share, random_state=0
    )
    return (x_train, y_train), (x_val, y_val), (x_test, y_test)


def build_model(config: Config) -> keras.Model:
    model = keras.Sequential([keras.Input(shape=(32, 32, 3))])
    for filters in (32, 64, 128):
        model.add(layers.Conv2D(filters, (3, 3), activation="relu"))
        model.add(layers.MaxPooling2D((2, 2)))
    model.add(layers.Flatten())
    model.add(layers.Dense(256, activation="relu"))
    model.add(layers.Dense(128, activation="relu"))
    model.add(layers.Dense(config.classes, activation="softmax"))
    return model


def train(config: Config) -> None:
    train_set, val_set, test_set = load_data(config)
    model = build_model(config)
    model.compile(
        optimizer=keras.optimizers.Adam(config.learning_rate),
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=["accuracy"],
    )
    model.fit(
        *train_set,
        batch_size=config.batch_size,
        epochs=config.epochs,
        validation_data=val_set,
    )
    model.evaluate(*test_set)


if __name__ == "__main__":
    train(Config())
