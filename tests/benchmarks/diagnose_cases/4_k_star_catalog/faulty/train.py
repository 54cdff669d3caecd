import keras
import numpy as np
from keras import layers

# Star type + distance from photometry, two outputs


def catalog(n, rng):
    kind = rng.integers(0, 5, n)
    base = np.random.default_rng(3).normal(0, 1.0, (5, 10))
    dist = rng.uniform(0.2, 2.0, n)
    mags = base[kind] + 1.2 * np.log(dist)[:, None] + 0.25 * rng.normal(size=(n, 10))
    return mags.astype("float32"), kind.astype("int32"), dist.astype("float32")[:, None]


class Experiment:
    def __init__(self, epochs=8, batch_size=32, lr=1.5e-3, seed=0):
        self.epochs = epochs
        self.batch_size = batch_size
        self.lr = lr
        keras.utils.set_random_seed(seed)
        self.rng = np.random.default_rng(seed)

    def build(self):
        x = keras.Input((10,), name="mags")
        h = layers.Dense(48, activation="relu")(x)
        h = layers.Dense(48, activation="relu")(h)
        kind = layers.Dense(5, activation="softmax", name="kind")(h)
        dist = layers.Dense(1, activation="softplus", name="dist")(h)
        self.model = keras.Model(x, {"kind": kind, "dist": dist})
        self.model.compile(
            optimizer=keras.optimizers.Adam(self.lr),
            loss={"kind": "sparse_categorical_crossentropy", "dist": "mse"},
            loss_weights={"kind": 1.0, "dist": 1.0},
            metrics={"kind": ["accuracy"], "dist": ["mae"]},
        )

    def fit(self, train, val):
        x, k, d = train
        xv, kv, dv = val
        self.model.fit(x, {"kind": k, "dist": d}, epochs=self.epochs, batch_size=self.batch_size,
                       validation_data=(xv, {"kind": kv, "dist": dv}), verbose=2)

    def report(self, test):
        x, k, d = test
        out = self.model.predict(x, verbose=0)
        acc = np.mean(out["kind"].argmax(1) == k)
        mae = np.abs(out["dist"] - d).mean()
        print(f"star type accuracy {acc:.3f}, distance MAE {mae:.3f}")


if __name__ == "__main__":
    exp = Experiment(epochs=8, batch_size=1024, lr=1.5e-3, seed=51)
    train, val, test = (catalog(n, exp.rng) for n in (1500, 300, 500))
    exp.build()
    exp.fit(train, val)
    exp.report(test)
