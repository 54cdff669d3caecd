"""Which of two log events came first?  A tiny transformer encoder."""
import keras
import numpy as np
from keras import layers, ops

VOCAB, LEN, DIM = 50, 16, 32
EV_A, EV_B = 1, 2


class TokenEmbedding(layers.Layer):
    def __init__(self, vocab, length, dim, **kw):
        super().__init__(**kw)
        self.tok = layers.Embedding(vocab, dim)
        self.length = length

    def call(self, ids):
        h = self.tok(ids)
        return h


class EncoderBlock(layers.Layer):
    def __init__(self, dim, heads, **kw):
        super().__init__(**kw)
        self.att = layers.MultiHeadAttention(heads, dim // heads)
        self.ff = keras.Sequential([layers.Dense(2 * dim, activation="gelu"), layers.Dense(dim)])
        self.n1, self.n2 = layers.LayerNormalization(), layers.LayerNormalization()

    def call(self, h):
        h = self.n1(h + self.att(h, h))
        return self.n2(h + self.ff(h))


def logs(n, rng):
    x = rng.integers(3, VOCAB, (n, LEN))
    y = rng.integers(0, 2, n)
    for i in range(n):
        p, q = np.sort(rng.choice(LEN, 2, replace=False))
        x[i, p], x[i, q] = (EV_A, EV_B) if y[i] else (EV_B, EV_A)
    return x.astype("int32"), y.astype("float32")


def build():
    ids = keras.Input((LEN,), dtype="int32")
    h = TokenEmbedding(VOCAB, LEN, DIM)(ids)
    h = EncoderBlock(DIM, 2)(h)
    h = layers.GlobalAveragePooling1D()(h)
    out = layers.Dense(1)(h)
    return keras.Model(ids, out)


keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)
x_train, y_train = logs(2500, rng)
x_test, y_test = logs(600, rng)

model = build()
model.compile(
    optimizer=keras.optimizers.Adam(3e-3, clipnorm=1.0),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")],
)
model.fit(x_train, y_train, batch_size=64, epochs=6, validation_data=(x_test, y_test), verbose=2)
print("accuracy on new logs:", round(model.evaluate(x_test, y_test, verbose=0)[1], 3))
