"""Noisy returns: most of the variance cannot be explained, the printed noise floor is the best possible."""
import keras
import numpy as np

keras.utils.set_random_seed(4)
rng = np.random.default_rng(4)
X = rng.normal(size=(6000, 8)).astype("float32")
signal = 0.35 * np.tanh(X[:, 0]) + 0.3 * X[:, 1] * (X[:, 2] > 0) + 0.3 * X[:, 3]
y = signal + rng.normal(0, 1.0, 6000)
scale = y[:4800].std()
y = y / scale
print(f"noise floor (mse): {1 / scale ** 2:.3f}")

model = keras.Sequential([
    keras.Input((8,)),
    keras.layers.Dense(16, activation="tanh"),
    keras.layers.Dense(8, activation="tanh"),
    keras.layers.Dense(1),
])
model.compile(keras.optimizers.Adam(2e-3), loss="mse")
model.fit(X[:4800], y[:4800], validation_data=(X[4800:], y[4800:]), epochs=12, batch_size=128, verbose=2)
