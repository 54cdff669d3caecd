# Denoising autoencoder for multi-sensor machine data, reconstruction error is used later as anomaly score
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(3)
rng = np.random.default_rng(seed=3)

n, d, k = 4000, 20, 5
mix = rng.normal(size=(k, d))
z = rng.normal(size=(n, k))
raw = 40.0 + 12.0 * (np.tanh(z) @ mix) + rng.normal(scale=0.8, size=(n, d))

split = 3200
mu, sd = raw[:split].mean(0), raw[:split].std(0)
data = ((raw - mu) / sd).astype("float32")
train, test = data[:split], data[split:]


class SensorAE(keras.Model):
    def __init__(self, dim, code=6):
        super().__init__()
        self.noise = layers.GaussianNoise(0.1)
        self.enc1 = layers.Dense(64, activation="relu")
        self.enc2 = layers.Dense(code)
        self.dec1 = layers.Dense(64, activation="relu")
        self.dec2 = layers.Dense(dim, activation="linear")

    def call(self, x, training=None):
        x = self.noise(x, training=training)
        code = self.enc2(self.enc1(x))
        return self.dec2(self.dec1(code))


ae = SensorAE(d)
ae.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
ae.fit(train, train, epochs=14, batch_size=128, validation_data=(test, test), verbose=2)

rec = ae.predict(test, verbose=0)
r2 = 1 - ((rec - test) ** 2).sum() / ((test - test.mean(0)) ** 2).sum()
print(f"explained variance of the reconstruction: {r2:.3f}")

# anomalies: one sensor gets stuck on another level
bad = test.copy()
bad[np.arange(len(bad)), rng.integers(0, d, len(bad))] += 2.0
err_ok = ((rec - test) ** 2).mean(1)
err_bad = ((ae.predict(bad, verbose=0) - bad) ** 2).mean(1)
auc = (err_bad[:, None] > err_ok[None, :]).mean()
print(f"anomaly AUC {auc:.3f}")
