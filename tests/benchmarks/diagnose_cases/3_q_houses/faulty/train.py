"""House price regression (tabular) with keras functional API and a categorical column."""
import argparse

import numpy as np
import keras
from keras import layers


def load_data(rng, n=3000):
    area = rng.uniform(30, 220, n)
    rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.8, n)), 1, 8)
    age = rng.uniform(0, 90, n)
    dist = rng.gamma(2.0, 3.0, n)
    district = rng.integers(0, 12, n)
    district_effect = rng.normal(0, 0.35, 12)
    log_price = (
        np.log(area) * 0.9 + 0.05 * rooms - 0.006 * age + 0.00005 * age**2
        - 0.05 * dist + district_effect[district] * (1 + 0.01 * area) + rng.normal(0, 0.05, n)
    )
    num = np.stack([area, rooms, age, dist], 1)
    return num.astype("float32"), district.astype("int32"), log_price.astype("float32")


def build(n_district):
    num = keras.Input((4,), name="num")
    cat = keras.Input((), dtype="int32", name="district")
    emb = layers.Embedding(n_district, 6)(cat)
    h = layers.Concatenate()([num, emb])
    for units in (64, 64):
        h = layers.Dense(units, activation="relu")(h)
    out = layers.Dense(1)(h)
    return keras.Model([num, cat], out)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=4)
    p.add_argument("--batch-size", type=int, default=4096)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=21)
    args = p.parse_args()

    keras.utils.set_random_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    num, cat, price = load_data(rng)
    n_tr = 2400
    m, s = num[:n_tr].mean(0), num[:n_tr].std(0)
    num = (num - m) / s
    ym, ys = price[:n_tr].mean(), price[:n_tr].std()
    y = (price - ym) / ys

    model = build(12)
    model.compile(optimizer=keras.optimizers.Adam(args.lr), loss="mse", metrics=["mae"])
    model.fit(
        [num[:n_tr], cat[:n_tr]], y[:n_tr],
        validation_data=([num[n_tr:], cat[n_tr:]], y[n_tr:]),
        epochs=args.epochs, batch_size=args.batch_size, verbose=2,
    )
    pred = model.predict([num[n_tr:], cat[n_tr:]], verbose=0)[:, 0]
    r2 = 1 - np.mean((pred - y[n_tr:]) ** 2) / np.var(y[n_tr:])
    print(f"R2 on held-out houses: {r2:.3f}")


if __name__ == "__main__":
    main()
