import keras
import numpy as np
from keras import layers

# Predict motor load (0..1) from a raw vibration snippet.
# Heavier load shakes the housing more, motor speed varies on its own.


class LogCallback(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % 3 == 0:
            print(f"epoch {epoch + 1:2d}  loss {logs['loss']:.4f}  val_mae {logs['val_mae']:.4f}")


def snippets(n, rng, length=64):
    t = np.arange(length) / length
    load = rng.uniform(0, 1, n)
    amp = 0.3 + 1.7 * load
    freq = rng.uniform(3, 9, n)
    phase = rng.uniform(0, 2 * np.pi, n)
    x = amp[:, None] * np.sin(2 * np.pi * freq[:, None] * t + phase[:, None])
    x += 0.15 * amp[:, None] * rng.normal(size=x.shape)
    return x[..., None].astype("float32"), load[:, None].astype("float32")


def create_model():
    model = keras.Sequential(name="load_from_vibration")
    model.add(keras.Input((64, 1)))
    model.add(layers.UnitNormalization(axis=1))
    model.add(layers.Conv1D(16, 9, activation="relu", padding="same"))
    model.add(layers.MaxPooling1D(4))
    model.add(layers.Conv1D(24, 5, activation="relu", padding="same"))
    model.add(layers.GlobalAveragePooling1D())
    model.add(layers.Dense(24, activation="relu"))
    model.add(layers.Dense(1))
    return model


keras.utils.set_random_seed(13)
rng = np.random.default_rng(13)
X, y = snippets(2400, rng)
X_test, y_test = snippets(500, rng)

model = create_model()
model.compile(optimizer=keras.optimizers.Adam(4e-3), loss="mse", metrics=["mae"])
model.fit(X, y, epochs=9, batch_size=64, validation_split=0.15, verbose=0, callbacks=[LogCallback()])
_, mae = model.evaluate(X_test, y_test, verbose=0)
base = float(np.abs(y_test - y.mean()).mean())
print(f"test MAE {mae:.3f} (predicting the average load: {base:.3f})")
