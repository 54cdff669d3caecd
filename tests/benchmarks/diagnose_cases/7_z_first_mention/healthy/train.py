import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers

from blocks import EncoderBlock, TokenEncoder

VOCAB, LENGTH, DIM = 30, 12, 32
BUYER, SELLER = 1, 2


def sentences(n, rng):
    """Each sentence mentions the buyer and the seller once; the label says who acts (comes first)."""
    ids = rng.integers(3, VOCAB, (n, LENGTH))
    spots = np.array([rng.choice(LENGTH, 2, replace=False) for _ in range(n)])
    rows = np.arange(n)
    ids[rows, spots[:, 0]] = BUYER
    ids[rows, spots[:, 1]] = SELLER
    return ids.astype("int32"), (spots[:, 0] < spots[:, 1]).astype("float32")


def build():
    ids = keras.Input((LENGTH,), dtype="int32")
    h = TokenEncoder(VOCAB, LENGTH, DIM)(ids)
    for _ in range(2):
        h = EncoderBlock(DIM, heads=2)(h)
    h = layers.GlobalAveragePooling1D()(layers.LayerNormalization()(h))
    return keras.Model(ids, layers.Dense(1, activation="sigmoid")(h))


if __name__ == "__main__":
    keras.utils.set_random_seed(12)
    rng = np.random.default_rng(12)
    x, y = sentences(2500, rng)
    xt, yt = sentences(500, rng)

    model = build()
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="binary_crossentropy", metrics=["accuracy"])
    model.fit(x, y, validation_split=0.1, epochs=6, batch_size=64, verbose=2)
    print("test accuracy %.3f" % model.evaluate(xt, yt, verbose=0)[1])
