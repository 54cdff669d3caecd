import os
os.environ["KERAS_BACKEND"] = "torch"
import numpy as np
import keras
from keras import layers, callbacks

# Hourly bike hires: count regression.  Chronological split, no shuffling of the split itself.
keras.utils.set_random_seed(15)
rng = np.random.default_rng(15)

hours = np.arange(24 * 7 * 30)
tod, dow = hours % 24, hours // 24 % 7
temp = 14 + 8 * np.sin(2 * np.pi * hours / (24 * 60)) + rng.normal(0, 2, len(hours))
rain = (rng.random(len(hours)) < 0.12).astype(float)
peak = np.exp(-((tod - 8) / 1.6) ** 2) * (dow < 5) + np.exp(-((tod - 17) / 2.0) ** 2)
lam = np.exp(0.6 + 2.0 * peak + 0.05 * (temp - 14) - 1.1 * rain)
count = rng.poisson(lam).astype("float32")[:, None]

x = np.column_stack([np.sin(2 * np.pi * tod / 24), np.cos(2 * np.pi * tod / 24),
                     np.sin(4 * np.pi * tod / 24), np.cos(4 * np.pi * tod / 24),
                     dow < 5, (temp - 14) / 8, rain]).astype("float32")
a, b = int(0.7 * len(x)), int(0.85 * len(x))

model = keras.Sequential([
    layers.Input((x.shape[1],)),
    layers.Dense(64, activation="relu"),
    layers.BatchNormalization(),
    layers.Dense(32, activation="relu"),
    layers.Dense(1, activation="exponential", kernel_initializer="zeros"),
])


def warm_then_decay(epoch, lr):
    return 1e-3 * (epoch + 1) if epoch < 4 else lr * 0.9


model.compile(keras.optimizers.Adam(1e-3), loss=keras.losses.Poisson(), metrics=["mae"])
model.fit(x[:a], count[:a], validation_data=(x[a:b], count[a:b]), epochs=14, batch_size=64, verbose=2,
          callbacks=[callbacks.LearningRateScheduler(warm_then_decay), callbacks.TerminateOnNaN()])
p = model.predict(x[b:], verbose=0)


def deviance(y, m):
    return 2 * np.mean(np.where(y > 0, y * np.log(np.maximum(y, 1e-9) / m), 0) - (y - m))


null = deviance(count[b:], count[:a].mean())
print(f"deviance explained on the last weeks: {1 - deviance(count[b:], p) / null:.3f} (ideal {1 - deviance(count[b:], lam[b:, None]) / null:.3f})")
