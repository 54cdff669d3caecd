import argparse
import math

import keras
import numpy as np


def parse_args():
    p = argparse.ArgumentParser(description="GRU that forecasts the next value of a noisy oscillator")
    p.add_argument("--n-series", type=int, default=1600)
    p.add_argument("--length", type=int, default=12)
    p.add_argument("--units", type=int, default=24)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--base-lr", type=float, default=1e-2)
    p.add_argument("--decay-rate", type=float, default=0.9)
    p.add_argument("--seed", type=int, default=6)
    return p.parse_args()


def oscillators(n, length, rng):
    w = rng.uniform(0.3, 1.2, (n, 1))
    ph = rng.uniform(0, 2 * math.pi, (n, 1))
    amp = rng.uniform(0.5, 1.5, (n, 1))
    t = np.arange(length + 1)[None]
    s = amp * np.sin(w * t + ph) + 0.03 * rng.standard_normal((n, length + 1))
    s = s.astype("float32")
    return s[:, :-1, None], s[:, -1:]


class Forecaster(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.rnn = keras.layers.GRU(units)
        self.mid = keras.layers.Dense(32, activation="tanh")
        self.head = keras.layers.Dense(1)

    def call(self, x):
        return self.head(self.mid(self.rnn(x)))


def main():
    args = parse_args()
    keras.utils.set_random_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    x, y = oscillators(args.n_series, args.length, rng)
    xv, yv = oscillators(400, args.length, rng)

    steps_per_epoch = math.ceil(len(x) / args.batch_size)
    schedule = keras.optimizers.schedules.ExponentialDecay(
        args.base_lr,
        decay_steps=steps_per_epoch,
        decay_rate=args.decay_rate,
    )
    model = Forecaster(args.units)
    model.compile(optimizer=keras.optimizers.Adam(schedule), loss="mse")
    model.fit(x, y, epochs=args.epochs, batch_size=args.batch_size,
              validation_data=(xv, yv), verbose=2)

    pred = model.predict(xv, verbose=0)
    rmse = float(np.sqrt(np.mean((pred - yv) ** 2)))
    print(f"{steps_per_epoch} steps per epoch, validation RMSE {rmse:.3f}, target std {yv.std():.3f}")


if __name__ == "__main__":
    main()
