"""Calls per quarter hour in a call center: Poisson regression network."""
import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(14)
rng = np.random.default_rng(14)


def quarters(n):
    hour = rng.uniform(7, 21, n)
    weekday = rng.integers(0, 7, n)
    promo = rng.integers(0, 2, n)
    log_rate = 2.0 + 0.9 * np.sin((hour - 7) / 14 * 2 * np.pi) - 1.2 * (weekday >= 5) + 0.6 * promo
    x = np.concatenate([((hour - 14) / 4)[:, None], np.eye(7)[weekday], promo[:, None]], 1)
    return x.astype("float32"), rng.poisson(np.exp(log_rate)).astype("float32")[:, None], np.exp(log_rate)


x_train, y_train, _ = quarters(3000)
x_test, y_test, rate_test = quarters(800)

# start exactly at the average rate: output kernel 0, output bias log(mean)
log_mean = float(np.log(y_train.mean()))
model = keras.Sequential([
    keras.Input((9,)),
    layers.Dense(48, activation="tanh"),
    layers.Dense(24, activation="tanh"),
    layers.Dense(
        1,
        activation="exponential",
        kernel_initializer="zeros",
        bias_initializer=keras.initializers.Constant(log_mean),
    ),
])
model.compile(optimizer=keras.optimizers.Adam(8e-3), loss="poisson")
model.fit(x_train, y_train, epochs=10, batch_size=64, validation_data=(x_test, y_test), verbose=2)

pred = model.predict(x_test, verbose=0)[:, 0]
r2 = 1 - np.mean((pred - rate_test) ** 2) / np.var(rate_test)
print(f"true rate explained: r2 {r2:.3f}, mean predicted {pred.mean():.2f}, mean observed {y_test.mean():.2f}")
