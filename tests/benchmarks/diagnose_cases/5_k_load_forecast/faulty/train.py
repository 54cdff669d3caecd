"""Next-hour electricity load forecast from the last 24 hours (GRU)."""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(11)
rng = np.random.default_rng(11)

WINDOW = 24
BATCH = 50
EPOCHS = 7


def make_series(n=1600):
    t = np.arange(n)
    daily = 1.2 * np.sin(2 * np.pi * t / 24) + 0.5 * np.sin(4 * np.pi * t / 24 + 0.7)
    weekly = 0.6 * np.sin(2 * np.pi * t / 168)
    ar = np.zeros(n)
    for i in range(1, n):
        ar[i] = 0.9 * ar[i - 1] + rng.normal(0, 0.1)
    return (40 + 8 * (daily + weekly + ar)).astype("float32")


def windows(s):
    x = np.stack([s[i:i + WINDOW] for i in range(len(s) - WINDOW)])
    return x[..., None], s[WINDOW:, None]


load = make_series()
split = 1300
mu, sd = load[:split].mean(), load[:split].std()
scaled = (load - mu) / sd
x_train, y_train = windows(scaled[:split])
x_test, y_test = windows(scaled[split - WINDOW:])

model = keras.Sequential([
    keras.Input((WINDOW, 1)),
    layers.GRU(24),
    layers.Dense(16, activation="relu"),
    layers.Dense(1),
])

steps_per_epoch = int(np.ceil(len(x_train) / BATCH))
schedule = keras.optimizers.schedules.ExponentialDecay(
    initial_learning_rate=5e-3,
    decay_steps=1,
    decay_rate=0.9,
)
model.compile(optimizer=keras.optimizers.Adam(schedule), loss="mse", metrics=["mae"])
print("steps per epoch:", steps_per_epoch)
model.fit(x_train, y_train, validation_data=(x_test, y_test),
          batch_size=BATCH, epochs=EPOCHS, verbose=2)

pred = model.predict(x_test, verbose=0)
mae = np.abs(pred - y_test).mean() * sd
r2 = 1 - ((pred - y_test) ** 2).sum() / ((y_test - y_test.mean()) ** 2).sum()
print(f"test MAE {mae:.3f} MW  R2 {r2:.3f}")
