import math
from dataclasses import dataclass

import keras
import numpy as np
from keras import layers, ops


@dataclass
class Cfg:
    lr: float = 5e-3
    epochs: int = 12
    batch: int = 64
    seed: int = 50


def gaussian_nll(y_true, params):
    mean, log_var = params[:, :1], params[:, 1:]
    return 0.5 * ops.mean(log_var + ops.square(y_true - mean) * ops.exp(-log_var) + math.log(2 * math.pi), axis=-1)


def tachometer(n, rng):
    """Speed reading whose error grows with the speed itself."""
    x = rng.uniform(-1, 1, (n, 3))
    f = 0.6 * np.sin(3 * x[:, 0]) + 0.4 * x[:, 1] * x[:, 2]
    s = 0.03 + 0.15 * (x[:, 0] + 1) / 2
    return x.astype("float32"), (f + s * rng.standard_normal(n)).astype("float32")[:, None], s


def main(cfg):
    keras.utils.set_random_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    x, y, _ = tachometer(3000, rng)
    xv, yv, sv = tachometer(600, rng)

    inp = keras.Input((3,))
    h = layers.Dense(64, activation="silu")(inp)
    h = layers.Dense(64, activation="silu")(h)
    out = layers.Dense(2)(h)
    model = keras.Model(inp, out)
    model.compile(optimizer=keras.optimizers.Adam(cfg.lr), loss=gaussian_nll)
    hist = model.fit(x, y, epochs=cfg.epochs, batch_size=cfg.batch, validation_data=(xv, yv), verbose=0)
    for e, (a, b) in enumerate(zip(hist.history["loss"], hist.history["val_loss"]), 1):
        print(f"epoch {e:2d} nll {a:.3f} val nll {b:.3f}")

    p = model.predict(xv, verbose=0)
    sigma = np.exp(0.5 * p[:, 1])
    z = (yv[:, 0] - p[:, 0]) / sigma
    print("RMSE %.3f, within 2 sigma %.3f, corr(sigma, true) %.3f"
          % (np.sqrt(((yv[:, 0] - p[:, 0]) ** 2).mean()), (np.abs(z) < 2).mean(), np.corrcoef(sigma, sv)[0, 1]))


if __name__ == "__main__":
    main(Cfg())
