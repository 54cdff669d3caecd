"""Mean and spread of the wind-power error as a function of the forecast (heteroscedastic fit)."""
import os
os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
from keras import layers, ops


def nll(y_true, y_pred):
    mu, log_sigma = y_pred[:, :1], y_pred[:, 1:]
    z = (y_true - mu) * ops.exp(-log_sigma)
    return ops.mean(log_sigma + 0.5 * ops.square(z), axis=-1)


def sigma_of(wind):
    return 0.03 + 0.12 * np.exp(-((wind - 0.5) / 0.18) ** 2)


def farm(n, rng):
    wind = rng.uniform(0, 1, n)
    direction = rng.uniform(-np.pi, np.pi, n)
    mean = 1 / (1 + np.exp(-12 * (wind - 0.5))) - 0.08 * np.cos(direction)
    power = mean + sigma_of(wind) * rng.normal(size=n)
    x = np.stack([2 * wind - 1, np.sin(direction), np.cos(direction)], 1)
    return x.astype("float32"), power.astype("float32")[:, None], wind


def main(seed=90):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    x, y, _ = farm(4000, rng)
    xt, yt, wind = farm(1500, rng)
    model = keras.Sequential([
        layers.Input((3,)),
        layers.Dense(48, activation="silu"),
        layers.Dense(48, activation="silu"),
        layers.Dense(2, kernel_initializer="zeros"),
    ])
    model.compile(optimizer=keras.optimizers.Adam(4e-3), loss=nll)
    model.fit(x, y, batch_size=100, epochs=14, validation_data=(xt, yt), verbose=2)
    out = model.predict(xt, verbose=0)
    mu, sigma = out[:, :1], np.exp(out[:, 1:])
    inside = (np.abs(yt - mu) < 1.645 * sigma).mean()
    corr = np.corrcoef(sigma[:, 0], sigma_of(wind))[0, 1]
    r2 = 1 - ((yt - mu) ** 2).sum() / ((yt - yt.mean()) ** 2).sum()
    print(f"R2 {r2:.3f}  90% interval holds {inside:.3f}  correlation with true spread {corr:.3f}")


main()
