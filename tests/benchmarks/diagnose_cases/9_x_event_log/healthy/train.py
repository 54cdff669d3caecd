import keras
import numpy as np
from keras import layers, ops

"""
Event logs: does the first 'login' (token 1) come before the first 'payment' (token 2)?
A one-block transformer encoder.
"""

LEN, VOCAB, DIM = 16, 20, 32
rng = np.random.default_rng(12)
keras.utils.set_random_seed(12)


def sample_logs(n):
    ev = rng.integers(3, VOCAB, size=(n, LEN))
    where = np.argsort(rng.random((n, LEN)), axis=1)[:, :2]
    rows = np.arange(n)
    ev[rows, where[:, 0]] = 1
    ev[rows, where[:, 1]] = 2
    return ev.astype("int32"), (where[:, 0] < where[:, 1]).astype("float32")


class EventEmbedding(layers.Layer):
    def __init__(self, length, vocab, dim):
        super().__init__()
        self.token = layers.Embedding(vocab, dim)
        self.position = layers.Embedding(length, dim)

    def call(self, ids):
        x = self.token(ids)
        x = x + self.position(ops.arange(ids.shape[1]))
        return x


class Block(layers.Layer):
    def __init__(self, dim, heads):
        super().__init__()
        self.att = layers.MultiHeadAttention(heads, dim // heads)
        self.ln1, self.ln2 = layers.LayerNormalization(), layers.LayerNormalization()
        self.ff = keras.Sequential([layers.Dense(2 * dim, activation="gelu"), layers.Dense(dim)])

    def call(self, x):
        x = self.ln1(x + self.att(x, x))
        return self.ln2(x + self.ff(x))


ids = keras.Input((LEN,), dtype="int32")
h = EventEmbedding(LEN, VOCAB, DIM)(ids)
h = Block(DIM, heads=2)(h)
h = layers.GlobalAveragePooling1D()(h)
h = layers.Dense(32, activation="relu")(h)
out = layers.Dense(1)(h)
model = keras.Model(ids, out)

x_train, y_train = sample_logs(4000)
x_test, y_test = sample_logs(800)
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0)],
)
model.fit(x_train, y_train, batch_size=128, epochs=9, validation_data=(x_test, y_test), verbose=2)
print("test loss %.3f accuracy %.3f" % tuple(model.evaluate(x_test, y_test, verbose=0)))
