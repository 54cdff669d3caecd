import os

os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
import torch
from keras import layers

HISTORY, HORIZON = 24, 6


class TideForecaster(keras.Model):
    """GRU over the last gauge readings; later horizon steps weigh less in the loss."""

    def __init__(self, units):
        super().__init__()
        self.rnn = layers.GRU(units)
        self.head = keras.Sequential([layers.Dense(32, activation="relu"), layers.Dense(HORIZON)])
        weights = 0.9 ** np.arange(HORIZON)
        self.step_weights = torch.tensor(weights / weights.mean(), dtype=torch.float32)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.mae_tracker = keras.metrics.MeanAbsoluteError(name="mae")

    def call(self, x):
        return self.head(self.rnn(x))

    def weighted_error(self, y, pred):
        return ((y - pred) ** 2 * self.step_weights).mean()

    def train_step(self, data):
        x, y = data
        self.zero_grad()
        pred = self(x, training=True)
        loss = self.weighted_error(y, pred)
        loss.backward()
        weights = list(self.trainable_weights)
        gradients = [w.value.grad for w in weights]
        with torch.no_grad():
            self.optimizer.apply(gradients, weights)
        self.loss_tracker.update_state(loss.detach())
        self.mae_tracker.update_state(y, pred.detach())
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        pred = self(x, training=False)
        self.loss_tracker.update_state(self.weighted_error(y, pred))
        self.mae_tracker.update_state(y, pred)
        return {m.name: m.result() for m in self.metrics}

    @property
    def metrics(self):
        return [self.loss_tracker, self.mae_tracker]


def gauge(hours, rng):
    t = np.arange(hours)
    level = 1.2 * np.sin(2 * np.pi * t / 12.42) + 0.5 * np.sin(2 * np.pi * t / 12.0 + 1) + 0.3 * np.sin(2 * np.pi * t / 24.07)
    surge = np.zeros(hours)
    for i in range(1, hours):
        surge[i] = 0.95 * surge[i - 1] + rng.normal(0, 0.04)
    return (level + surge + rng.normal(0, 0.03, hours)).astype("float32")


def slices(series, start, stop):
    at = np.arange(start, stop - HISTORY - HORIZON)
    x = np.stack([series[i : i + HISTORY] for i in at])[..., None]
    y = np.stack([series[i + HISTORY : i + HISTORY + HORIZON] for i in at])
    return x, y


if __name__ == "__main__":
    keras.utils.set_random_seed(40)
    rng = np.random.default_rng(40)
    series = gauge(1800, rng)
    x_train, y_train = slices(series, 0, 1400)
    x_test, y_test = slices(series, 1400, 1800)

    model = TideForecaster(24)
    model.compile(optimizer=keras.optimizers.SGD(0.06, momentum=0.9))
    model.fit(x_train, y_train, validation_data=(x_test, y_test), epochs=8, batch_size=32, verbose=2)
    final = model.evaluate(x_test, y_test, verbose=0, return_dict=True)
    print(f"forecast MAE {final['mae']:.3f} m (spread of the level {y_test.std():.3f} m)")
