import argparse

import keras

from kphrase.model import build_tagger
from kphrase.phrases import made_up, pad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--highways", type=int, default=1)
    parser.add_argument("--length", type=int, default=None)
    args = parser.parse_args()
    keras.utils.set_random_seed(0)
    phrases, tones = made_up()
    model = build_tagger(highways=args.highways)
    model.fit(pad(phrases, args.length), tones, epochs=args.epochs, verbose=2)


if __name__ == "__main__":
    main()
