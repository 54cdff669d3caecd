import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(27)
rng = np.random.default_rng(27)

x = rng.uniform(-2, 2, (2500, 2)).astype("float32")
y = (np.sin(2 * x[:, 0]) * np.cos(1.5 * x[:, 1]) + 0.05 * rng.normal(size=2500)).astype("float32")

features = layers.Dense(
    200,
    activation=lambda z: ops.cos(z) * (2.0 / 200) ** 0.5,
    kernel_initializer=keras.initializers.RandomNormal(stddev=1.5),
    bias_initializer=keras.initializers.RandomUniform(0.0, 2 * np.pi),
    trainable=False,
    name="random_fourier",
)
model = keras.Sequential([keras.Input((2,)), features, layers.Dense(1, name="readout")])
model.compile(optimizer=keras.optimizers.Adam(0.1), loss="mse")
model.fit(x[:2000], y[:2000], batch_size=50, epochs=20, validation_split=0.1, verbose=2)
pred = model.predict(x[2000:], verbose=0)[:, 0]
print("trainable weights:", [w.path for w in model.trainable_weights])
print("test R2 %.3f" % (1 - np.mean((pred - y[2000:]) ** 2) / np.var(y[2000:])))
