"""Bearing vibration severity: classify short accelerometer records (ok / watch / stop)."""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(23)
CLASSES = ["ok", "watch", "stop"]
T = 64


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    label = rng.integers(0, 3, n)
    amp = np.array([0.5, 1.0, 2.0])[label] * rng.uniform(0.85, 1.15, n)
    t = np.arange(T)
    sig = np.zeros((n, T, 2), dtype="float32")
    for axis in range(2):
        f = rng.uniform(0.05, 0.2, (n, 1))
        ph = rng.uniform(0, 2 * np.pi, (n, 1))
        base = np.sin(2 * np.pi * f * t + ph) + 0.3 * rng.normal(size=(n, T))
        sig[..., axis] = amp[:, None] * base
    return sig, keras.utils.to_categorical(label, 3)


def get_model():
    record = keras.Input((T, 2))
    x = layers.Conv1D(16, 7, padding="same", activation="relu")(record)
    x = layers.MaxPooling1D(2)(x)
    x = layers.Conv1D(32, 5, padding="same", activation="relu")(x)
    x = layers.GlobalMaxPooling1D()(x)
    x = layers.Dropout(0.1)(x)
    x = layers.Dense(32, activation="relu")(x)
    return keras.Model(record, layers.Dense(3, activation="softmax")(x))


if __name__ == "__main__":
    x_train, y_train = simulate(1200, seed=1)
    x_test, y_test = simulate(300, seed=2)
    model = get_model()
    model.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)
    model.fit(x_train, y_train, epochs=10, batch_size=32, validation_data=(x_test, y_test),
              callbacks=[stop], verbose=2)
    p = model.predict(x_test, verbose=0).argmax(1)
    y = y_test.argmax(1)
    for k, name in enumerate(CLASSES):
        print(f"{name:6s} recall {(p[y == k] == k).mean():.3f}")
    print(f"accuracy {(p == y).mean():.3f}")
