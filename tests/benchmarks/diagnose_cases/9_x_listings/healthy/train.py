"""House prices: numeric facts, district embedding, two targets (price, days on market)."""
import keras
import numpy as np
from keras import layers


class Standardiser:
    def fit(self, a):
        self.m, self.s = a.mean(0), a.std(0) + 1e-8
        return self

    def __call__(self, a):
        return ((a - self.m) / self.s).astype("float32")


def listings(n, seed):
    r = np.random.default_rng(seed)
    area = r.uniform(30, 220, n)
    rooms = np.clip(np.round(area / 28 + r.normal(0, 0.8, n)), 1, 9)
    age = r.uniform(0, 90, n)
    district = r.integers(0, 15, n)
    level = np.random.default_rng(1234).normal(0, 0.35, 15)[district]
    log_price = 7.6 + 0.9 * np.log(area) - 0.004 * age + level + 0.05 * rooms + r.normal(0, 0.06, n)
    days = 20 + 0.5 * age - 25 * level + r.normal(0, 4, n)
    facts = np.stack([area, rooms, age], axis=1)
    return facts, district.astype("int32"), np.stack([log_price, days], axis=1)


def build():
    facts = keras.Input((3,), name="facts")
    district = keras.Input((), dtype="int32", name="district")
    e = layers.Embedding(15, 4, name="district_vec")(district)
    h = layers.concatenate([facts, e])
    h = layers.Dense(48, activation="relu")(h)
    h = layers.Dense(48, activation="relu")(h)
    price = layers.Dense(1, name="price")(layers.Dense(16, activation="relu")(h))
    days = layers.Dense(1, name="days")(layers.Dense(16, activation="relu")(h))
    return keras.Model([facts, district], {"price": price, "days": days})


def main():
    keras.utils.set_random_seed(27)
    f, d, t = listings(3000, 27)
    fv, dv, tv = listings(600, 28)
    sx, sy = Standardiser().fit(f), Standardiser().fit(t)
    f, fv, t, tv = sx(f), sx(fv), sy(t), sy(tv)

    model = build()
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss={"price": "mse", "days": "mse"},
        loss_weights={"price": 1.0, "days": 0.5},
    )
    model.fit([f, d], {"price": t[:, :1], "days": t[:, 1:]},
              validation_data=([fv, dv], {"price": tv[:, :1], "days": tv[:, 1:]}),
              epochs=10, batch_size=64, verbose=2)
    out = model.predict([fv, dv], verbose=0)
    for k, name in enumerate(("price", "days")):
        err = ((out[name][:, 0] - tv[:, k]) ** 2).mean() / tv[:, k].var()
        print(f"{name:6s} R2 {1 - err:.3f}")


if __name__ == "__main__":
    main()
