# wine grading: 3 quality grades from lab measurements
import argparse

import numpy as np
import keras
from keras import layers


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=2)
    p.add_argument("--batch-size", type=int, default=1)
    p.add_argument("--lr", type=float, default=1e-2)
    p.add_argument("--seed", type=int, default=3)
    return p.parse_args()


def load_wine(n, seed):
    rng = np.random.default_rng(seed)
    acidity = rng.normal(7, 1.2, n)
    sugar = rng.gamma(2.0, 1.5, n)
    alcohol = rng.normal(11, 1.0, n)
    sulphates = rng.normal(0.6, 0.12, n)
    ph = 3.9 - 0.08 * acidity + rng.normal(0, 0.05, n)
    density = 1.0 - 0.001 * alcohol + 0.0004 * sugar + rng.normal(0, 0.0003, n)
    score = 1.1 * (alcohol - 11) - 0.7 * (acidity - 7) + 6 * (sulphates - 0.6) - 0.15 * (sugar - 3)
    score += rng.normal(0, 0.2, n)
    grade = np.digitize(score, np.quantile(score, [1 / 3, 2 / 3]))
    x = np.stack([acidity, sugar, alcohol, sulphates, ph, density], 1).astype("float32")
    return x, grade.astype("int64")


def build_model(n_features, n_classes):
    inp = keras.Input((n_features,))
    h = inp
    for units in (32, 16):
        h = layers.Dense(units, use_bias=False)(h)
        h = layers.BatchNormalization(momentum=0.9)(h)
        h = layers.Activation("relu")(h)
    return keras.Model(inp, layers.Dense(n_classes, activation="softmax")(h))


def main():
    args = parse_args()
    keras.utils.set_random_seed(args.seed)
    x, y = load_wine(700, seed=args.seed)
    x_tr, y_tr, x_te, y_te = x[:400], y[:400], x[400:], y[400:]
    mean, std = x_tr.mean(0), x_tr.std(0)
    x_tr, x_te = (x_tr - mean) / std, (x_te - mean) / std

    model = build_model(x.shape[1], 3)
    model.compile(optimizer=keras.optimizers.Adam(args.lr),
                  loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x_tr, y_tr, batch_size=args.batch_size, epochs=args.epochs,
              validation_data=(x_te, y_te), verbose=2)
    loss, acc = model.evaluate(x_te, y_te, verbose=0)
    print(f"test loss {loss:.3f}, test accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
