import argparse

import keras
import numpy as np


def parse_args():
    p = argparse.ArgumentParser(description="Grape variety from chemical measurements")
    p.add_argument("--samples", type=int, default=1500)
    p.add_argument("--hidden", type=int, nargs="+", default=[48, 24])
    p.add_argument("--l2", type=float, default=1e-4)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def measurements(n, rng):
    """12 readings per bottle; each variety comes from two vineyards."""
    centres = rng.normal(0, 1.1, size=(4, 2, 12))
    variety = rng.integers(0, 4, size=n)
    vineyard = rng.integers(0, 2, size=n)
    x = centres[variety, vineyard] + rng.normal(0, 0.9, size=(n, 12))
    scale = rng.uniform(0.5, 30, size=12)
    offset = rng.uniform(0, 50, size=12)
    return x * scale + offset, variety


def build_model(args, n_features, n_classes):
    reg = keras.regularizers.L2(args.l2)
    model = keras.Sequential()
    model.add(keras.Input((n_features,)))
    for units in args.hidden:
        model.add(keras.layers.Dense(units, activation="relu", kernel_regularizer=reg))
    model.add(keras.layers.Dense(n_classes, activation="softmax", kernel_regularizer=reg))
    return model


def main():
    args = parse_args()
    keras.utils.set_random_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    x, y = measurements(args.samples, rng)
    cut = int(0.8 * len(x))
    mean, std = x[:cut].mean(axis=0), x[:cut].std(axis=0)
    x = ((x - mean) / std).astype("float32")

    model = build_model(args, x.shape[1], 4)
    model.compile(
        optimizer=keras.optimizers.Adam(args.lr),
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=["accuracy"],
    )
    model.fit(x[:cut], y[:cut], validation_split=0.15,
              batch_size=args.batch_size, epochs=args.epochs, verbose=2)
    _, train_acc = model.evaluate(x[:cut], y[:cut], verbose=0)
    _, test_acc = model.evaluate(x[cut:], y[cut:], verbose=0)
    print(f"accuracy: train {train_acc:.3f}, test {test_acc:.3f}")


if __name__ == "__main__":
    main()
