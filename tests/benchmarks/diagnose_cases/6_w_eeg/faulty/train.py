"""Classify the direction of a travelling wave across EEG electrodes.

Recordings are stored electrode-major: (trials, electrodes, samples).
"""
import keras
import numpy as np
from keras import layers

ELECTRODES, SAMPLES = 6, 96


def record(n, rng):
    y = rng.integers(0, 2, size=n)
    t = np.arange(SAMPLES) / 64.0
    freq = rng.uniform(5, 9, size=(n, 1, 1))
    phase = rng.uniform(0, 2 * np.pi, size=(n, 1, 1))
    lag = rng.uniform(0.5, 0.9, size=(n, 1, 1)) * np.where(y, 1, -1)[:, None, None]
    place = np.arange(ELECTRODES)[None, :, None]
    x = np.sin(2 * np.pi * freq * t + phase + lag * place)
    x = x * rng.uniform(0.7, 1.3, size=(n, ELECTRODES, 1)) + rng.normal(0, 0.5, size=x.shape)
    return x.astype("float32"), y.astype("float32")


def build_model():
    eeg = keras.Input((ELECTRODES, SAMPLES), name="eeg")
    x = layers.Reshape((SAMPLES, ELECTRODES))(eeg)
    x = layers.Conv1D(16, 7, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization()(x)
    x = layers.ReLU()(x)
    x = layers.Conv1D(16, 7, padding="same", activation="relu")(x)
    x = layers.GlobalAveragePooling1D()(x)
    x = layers.Dense(16, activation="relu")(x)
    return keras.Model(eeg, layers.Dense(1)(x))


def run(seed):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    x, y = record(1600, rng)
    x_val, y_val = record(400, rng)
    model = build_model()
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")],
    )
    model.fit(x, y, validation_data=(x_val, y_val), epochs=7, batch_size=32, verbose=2)
    return model.evaluate(x_val, y_val, verbose=0)[1]


if __name__ == "__main__":
    print(f"validation accuracy {run(seed=19):.3f}")
