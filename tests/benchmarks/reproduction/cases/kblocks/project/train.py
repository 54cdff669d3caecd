import argparse

import numpy as np

from kblocks import build_tabular


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gated", action="store_true")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--out", default="model.keras")
    args = parser.parse_args()
    rng = np.random.default_rng(0)
    x = rng.standard_normal((256, 12)).astype("float32")
    y = (x[:, 0] + x[:, 1] > 0).astype("int64")
    model = build_tabular(12, gated=args.gated)
    model.fit(x, y, epochs=args.epochs)
    model.save(args.out)


if __name__ == "__main__":
    main()
