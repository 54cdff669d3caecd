import os
os.environ["KERAS_BACKEND"] = "torch"
import numpy as np
import keras
from keras import layers, ops

# Commands such as "A moves B": who is the mover?  Two entities per message, the
# first one acts on the second one; predict whether the mover belongs to team red.
VOCAB, LENGTH, DIM = 40, 14, 32


class TokenEmbedding(layers.Layer):
    def __init__(self, vocab, length, dim, **kw):
        super().__init__(**kw)
        self.tok = layers.Embedding(vocab, dim)
        self.pos = layers.Embedding(length, dim)
        self.length = length

    def call(self, ids):
        return self.tok(ids) + self.pos(ops.arange(self.length))


def encoder_block(x, heads=2, ff=64):
    a = layers.MultiHeadAttention(heads, DIM // heads)(x, x)
    x = layers.LayerNormalization()(x + a)
    f = layers.Dense(DIM)(layers.Dense(ff, activation="relu")(x))
    return layers.LayerNormalization()(x + f)


def corpus(n, rng):
    ids = rng.integers(10, VOCAB, (n, LENGTH))
    label = np.zeros(n, "float32")
    for i in range(n):
        p, q = np.sort(rng.choice(LENGTH, 2, replace=False))
        red, blue = rng.integers(0, 5), rng.integers(5, 10)
        label[i] = rng.integers(0, 2)
        ids[i, p], ids[i, q] = (red, blue) if label[i] else (blue, red)
    return ids.astype("int32"), label


def build():
    inp = keras.Input((LENGTH,), dtype="int32")
    x = TokenEmbedding(VOCAB, LENGTH, DIM)(inp)
    x = encoder_block(x)
    x = encoder_block(x)
    x = layers.GlobalAveragePooling1D()(x)
    return keras.Model(inp, layers.Dense(1, activation="sigmoid")(x))


def run(seed=5):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    tr, va, te = corpus(2560, rng), corpus(300, rng), corpus(600, rng)
    model = build()
    model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
    model.optimizer.learning_rate = 2e-3
    model.fit(*tr, validation_data=va, epochs=8, batch_size=64, verbose=2)
    return model.evaluate(*te, verbose=0, return_dict=True)


print(run())
