import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(33)
rng = np.random.default_rng(33)
hour = rng.uniform(0, 24, 3000)
temp = rng.normal(15, 8, 3000)
weekend = rng.integers(0, 2, 3000)
rate = np.exp(1.2 + 0.9 * np.sin((hour - 9) * np.pi / 12) * (1 - 0.6 * weekend) + 0.04 * (temp - 15))
bikes = rng.poisson(rate).astype("float32")
x = np.stack([np.sin(hour * np.pi / 12), np.cos(hour * np.pi / 12), (temp - 15) / 8, weekend], 1).astype("float32")

inp = keras.Input((4,))
h = layers.Dense(32, activation="tanh")(inp)
h = layers.Dense(32, activation="tanh")(h)
out = layers.Dense(1, activation="softplus")(h)
model = keras.Model(inp, out)
model.compile(optimizer=keras.optimizers.Adam(4e-3), loss=keras.losses.Poisson())
model.fit(x[:2400], bikes[:2400], batch_size=48, epochs=20, shuffle=False, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping(monitor="loss", patience=4)])

mu = model.predict(x[2400:], verbose=0)[:, 0]
held = bikes[2400:]
dev = lambda m: 2 * np.mean(np.where(held > 0, held * np.log(np.maximum(held, 1) / m), 0) - (held - m))
print("deviance explained on held-out hours: %.3f" % (1 - dev(mu) / dev(bikes[:2400].mean())))
