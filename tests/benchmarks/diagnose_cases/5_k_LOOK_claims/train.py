"""Insurance claim counts: Poisson regression (log link) as one Dense layer, exposure as weight."""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(80)
rng = np.random.default_rng(80)

N = 3000
x = rng.normal(size=(N, 6)).astype("float32")
beta = np.array([0.5, -0.4, 0.3, 0.0, 0.2, -0.1])
rate = np.exp(-0.2 + x @ beta)
exposure = rng.uniform(0.2, 1.0, N).astype("float32")
claims = rng.poisson(rate * exposure)
freq = (claims / exposure).astype("float32")[:, None]

model = keras.Sequential([
    keras.Input((6,)),
    layers.Dense(1, activation="exponential", kernel_initializer="zeros"),
])
schedule = keras.optimizers.schedules.PiecewiseConstantDecay([100, 200], [0.5, 0.1, 0.02])
model.compile(optimizer=keras.optimizers.SGD(schedule), loss="poisson")
model.fit(x, freq, sample_weight=exposure, batch_size=100, epochs=10, verbose=2)

w = model.layers[-1].get_weights()
pred = model.predict(x, verbose=0)[:, 0]
print("coefficients", np.round(w[0][:, 0], 2), "max error", round(float(np.abs(w[0][:, 0] - beta).max()), 3),
      "corr with true rate", round(float(np.corrcoef(pred, rate)[0, 1]), 3))
