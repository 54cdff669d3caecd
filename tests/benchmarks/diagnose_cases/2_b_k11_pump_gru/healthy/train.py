import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(17)
rng = np.random.default_rng(17)


def simulate(n, steps=16):
    """Pressure trace of a pump; the wear index follows level and vibration amplitude."""
    level = rng.uniform(-1.5, 1.5, n)
    amp = rng.uniform(0.2, 1.5, n)
    freq = rng.uniform(0.4, 1.2, n)
    t = np.arange(steps)
    trace = level[:, None] + amp[:, None] * np.sin(freq[:, None] * t + rng.uniform(0, 6.28, n)[:, None])
    trace += 0.05 * rng.normal(size=trace.shape)
    wear = 0.9 * level + 0.8 * amp ** 2 + 0.3 * freq + 0.05 * rng.normal(size=n)
    return trace.astype("float32"), wear.astype("float32")


x_train, y_train = simulate(1600)
x_test, y_test = simulate(400)
y_mean, y_std = y_train.mean(), y_train.std()

inputs = keras.Input(shape=(16,), name="pressure")
h = layers.Reshape((16, 1))(inputs)
h = layers.GRU(32)(h)
h = layers.Dense(16, activation="relu")(h)
outputs = layers.Dense(1, name="wear")(h)

model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse")
model.fit(
    x_train, (y_train - y_mean) / y_std,
    batch_size=64,
    epochs=12,
    validation_split=0.15,
    callbacks=[keras.callbacks.ReduceLROnPlateau(patience=4, factor=0.5)],
    verbose=2,
)
pred = model.predict(x_test, verbose=0).ravel() * y_std + y_mean
r2 = 1 - np.sum((pred - y_test) ** 2) / np.sum((y_test - y_test.mean()) ** 2)
print(f"R2 on new pumps: {r2:.3f}")
