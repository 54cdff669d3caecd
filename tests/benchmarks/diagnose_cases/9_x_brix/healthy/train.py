"""Sugar content of fruit from near-infrared spectra."""
from dataclasses import dataclass, field

import keras
import numpy as np


@dataclass
class Params:
    bands: int = 80
    hidden: list = field(default_factory=lambda: [64, 32])
    weight_penalty: float = 1e-4
    lr: float = 3e-3
    epochs: int = 14
    batch_size: int = 64
    seed: int = 23


def simulate_fruit(n, p, rng):
    wl = np.linspace(0, 1, p.bands)
    sugar = rng.uniform(5, 18, n)
    water = rng.uniform(0.7, 0.95, n)
    peak = lambda c, w: np.exp(-0.5 * ((wl - c) / w) ** 2)
    spec = (np.outer(sugar / 10, peak(0.35, 0.05)) + np.outer(sugar ** 2 / 200, peak(0.75, 0.04))
            + np.outer(water, peak(0.55, 0.08)))
    spec += 0.1 * rng.standard_normal((n, 1)) * wl + 0.05 * rng.standard_normal((n, p.bands))
    return spec.astype("float32"), sugar.astype("float32")


def build(p):
    reg = keras.regularizers.L1(p.weight_penalty)
    x = inputs = keras.Input((p.bands,))
    for h in p.hidden:
        x = keras.layers.Dense(h, activation="swish", kernel_regularizer=reg)(x)
    return keras.Model(inputs, keras.layers.Dense(1, kernel_regularizer=reg)(x))


def standardise(train, *others):
    m, s = train.mean(0), train.std(0)
    return [(a - m) / s for a in (train,) + others]


def main(p=Params()):
    keras.utils.set_random_seed(p.seed)
    rng = np.random.default_rng(p.seed)
    x_tr, s_tr = simulate_fruit(2000, p, rng)
    x_te, s_te = simulate_fruit(500, p, rng)
    x_tr, x_te = standardise(x_tr, x_te)
    y_tr, y_te = standardise(s_tr, s_te)

    model = build(p)
    model.compile(optimizer=keras.optimizers.Adam(p.lr), loss="mse", metrics=["mae"])
    model.fit(x_tr, y_tr, epochs=p.epochs, batch_size=p.batch_size,
              validation_data=(x_te, y_te), verbose=2)

    pred = model.predict(x_te, verbose=0)[:, 0] * s_tr.std() + s_tr.mean()
    print("test error %.2f degrees Brix (spread %.2f)" % (np.abs(pred - s_te).mean(), s_te.std()))


if __name__ == "__main__":
    main()
