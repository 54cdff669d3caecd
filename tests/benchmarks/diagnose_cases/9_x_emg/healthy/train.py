"""Gesture recognition from 4 EMG electrodes. Recordings are stored as (trial, electrode, sample)."""
import logging

import keras
import numpy as np
from keras import layers

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
log = logging.getLogger("emg")

ELECTRODES, SAMPLES, GESTURES = 4, 48, 8


def record(n_trials, rng):
    """Muscles share one drive; a gesture decides which of them are opposed to the first."""
    y = rng.integers(0, GESTURES, n_trials)
    drive = rng.standard_normal((n_trials, SAMPLES + 2))
    drive = (drive[:, :-2] + drive[:, 1:-1] + drive[:, 2:]) / np.sqrt(3)
    sign = np.ones((n_trials, ELECTRODES))
    for bit in range(3):
        sign[:, bit + 1] = 1 - 2 * ((y >> bit) & 1)
    gain = rng.uniform(0.7, 1.3, (n_trials, ELECTRODES))
    sig = (sign * gain)[:, :, None] * drive[:, None, :]
    sig += 0.4 * rng.standard_normal(sig.shape)
    return sig.astype("float32"), y


def to_model_input(sig):
    """Keras wants (batch, time, channels)."""
    return np.transpose(sig, (0, 2, 1))


def build():
    i = layers.Input((SAMPLES, ELECTRODES))
    x = layers.Conv1D(24, 3, activation="relu", padding="same")(i)
    x = layers.Conv1D(24, 3, activation="relu", padding="same")(x)
    x = layers.GlobalAveragePooling1D()(x)
    x = layers.Dense(32, activation="relu")(x)
    o = layers.Dense(GESTURES, activation="softmax")(x)
    return keras.Model(i, o, name="emg_cnn")


class Log(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        log.info("epoch %d %s", epoch + 1, " ".join(f"{k}={v:.3f}" for k, v in logs.items()))


def main():
    keras.utils.set_random_seed(9)
    rng = np.random.default_rng(9)
    sig, y = record(2000, rng)
    x = to_model_input(sig)
    assert x.shape == (2000, SAMPLES, ELECTRODES)
    model = build()
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x[:1600], y[:1600], validation_data=(x[1600:], y[1600:]),
              epochs=12, batch_size=40, verbose=0, callbacks=[Log()])
    print("validation accuracy %.3f" % model.evaluate(x[1600:], y[1600:], verbose=0)[1])


if __name__ == "__main__":
    main()
