import argparse

from ktopics.model import build_model
from ktopics.texts import make_texts

import keras


def train(epochs=4, pooling="max", save=None):
    keras.utils.set_random_seed(0)
    model = build_model(pooling=pooling)
    model.compile(keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(*make_texts(), validation_data=make_texts(128, seed=1), epochs=epochs, verbose=2)
    if save:
        model.save(save)
    return model


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--pooling", choices=["mean", "max"], default="max")
    parser.add_argument("--save", help="path that ends in .keras")
    train(**vars(parser.parse_args()))
