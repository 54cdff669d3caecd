import argparse

import numpy as np

from birdcall import build_classifier


def make_calls(count, species, frames=40, bands=24, seed=0):
    """Spectrograms with a short loud call in the band of the species, and noise."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, species, count)
    calls = rng.exponential(0.1, (count, frames, bands)).astype("float32")
    starts = rng.integers(0, frames - 5, count)
    for row, (label, start) in enumerate(zip(labels, starts)):
        calls[row, start : start + 5, label * bands // species] += 2.0
    return calls, labels


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--species", type=int, default=8)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--out", default="birds.keras")
    args = parser.parse_args()
    calls, labels = make_calls(400, args.species)
    model = build_classifier(species=args.species)
    model.fit(calls, labels, validation_split=0.2, epochs=args.epochs, verbose=2)
    model.save(args.out)


if __name__ == "__main__":
    main()
