"""Energy use of buildings: each climate zone follows its own rule."""
import keras
import numpy as np

from moe import MixtureOfExperts


def buildings(n, rng, rules):
    zone = rng.integers(0, 4, size=n)
    onehot = np.eye(4)[zone]
    x = rng.normal(size=(n, 6))
    lin = (x * rules["w"][zone]).sum(axis=1)
    y = lin + 0.8 * np.abs(x[:, 0] + rules["shift"][zone]) + rng.normal(0, 0.15, n)
    return np.concatenate([x, onehot], axis=1).astype("float32"), y[:, None].astype("float32")


class Experiment:
    def __init__(self, seed=12, epochs=14, batch_size=64):
        self.seed, self.epochs, self.batch_size = seed, epochs, batch_size

    def prepare(self):
        keras.utils.set_random_seed(self.seed)
        rng = np.random.default_rng(self.seed)
        rules = {"w": rng.normal(0, 1.2, size=(4, 6)), "shift": rng.normal(size=4)}
        self.train = buildings(2500, rng, rules)
        self.test = buildings(500, rng, rules)
        mean, std = self.train[1].mean(), self.train[1].std()
        self.train = self.train[0], (self.train[1] - mean) / std
        self.test = self.test[0], (self.test[1] - mean) / std

    def fit(self):
        self.model = MixtureOfExperts()
        self.model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse")
        self.model.fit(*self.train, validation_data=self.test,
                       batch_size=self.batch_size, epochs=self.epochs, verbose=2)

    def report(self):
        x, y = self.test
        pred = self.model.predict(x, verbose=0)
        print(f"test R2 {1 - ((pred - y) ** 2).mean() / y.var():.3f}")


if __name__ == "__main__":
    exp = Experiment()
    exp.prepare()
    exp.fit()
    exp.report()
