"""The use of energy from weather: regression with a Keras model and callbacks."""

import keras
import numpy as np
from keras import layers

SEED = 19


def weather(count, rng):
    temperature = rng.normal(12, 8, count)
    wind = rng.gamma(2.0, 3.0, count)
    hour = rng.uniform(0, 24, count)
    heating = np.maximum(18 - temperature, 0) * (1 + 0.03 * wind)
    use = 20 + 2.0 * heating + 8 * np.sin(hour / 24 * 2 * np.pi) + rng.normal(0, 2, count)
    return np.stack([temperature, wind, hour], axis=1), use


class Forecaster(keras.Model):
    def __init__(self, units=32):
        super().__init__()
        self.hidden = layers.Dense(units, activation="tanh")
        self.second = layers.Dense(units, activation="tanh")
        self.price = layers.Dense(1)

    def call(self, x):
        return self.price(self.second(self.hidden(x)))


def main():
    keras.utils.set_random_seed(SEED)
    rng = np.random.default_rng(SEED)
    x, y = weather(1600, rng)
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    y = (y - y.mean()) / y.std()
    x_train, x_test, y_train, y_test = x[:1200], x[1200:], y[:1200], y[1200:]
    model = Forecaster()
    model.compile(optimizer=keras.optimizers.SGD(learning_rate=0.05, momentum=0.9), loss="mse")
    slower = keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2)
    model.fit(
        x_train,
        y_train,
        validation_split=0.2,
        batch_size=32,
        epochs=12,
        callbacks=[slower],
        verbose=2,
    )
    error = y_test - model.predict(x_test, verbose=0)[:, 0]
    print(f"quality: {1 - error.var() / y_test.var():.4f}")


if __name__ == "__main__":
    main()
