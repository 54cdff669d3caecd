"""Query/document ranking with a bilinear match score, evaluated by MRR."""
import numpy as np
import keras
from keras import layers, ops


class BilinearMatch(layers.Layer):
    def build(self, input_shape):
        dq, dd = input_shape[0][-1], input_shape[1][-1]
        self.w = self.add_weight(
            name="match",
            shape=(dq, dd),
            initializer="glorot_uniform",
            trainable=True,
        )
        self.scale = self.add_weight(name="scale", shape=(), initializer="ones")
        self.b = self.add_weight(name="bias", shape=(), initializer="zeros")

    def call(self, inputs):
        q, d = inputs
        score = ops.sum(ops.matmul(q, self.w) * d, axis=-1, keepdims=True)
        return self.scale * score + self.b


class Corpus:
    """Queries in one space, documents in another, linked by a hidden rotation."""

    def __init__(self, seed, dim=16):
        self.rng = np.random.default_rng(seed)
        self.rot, _ = np.linalg.qr(self.rng.normal(size=(dim, dim)))
        self.dim = dim

    def pairs(self, n):
        q = self.rng.normal(size=(n, self.dim))
        pos = q @ self.rot + self.rng.normal(0, 0.5, (n, self.dim))
        neg = self.rng.normal(size=(n, self.dim)) * 1.1
        x_q = np.concatenate([q, q]).astype("float32")
        x_d = np.concatenate([pos, neg]).astype("float32")
        y = np.concatenate([np.ones(n), np.zeros(n)]).astype("float32")
        return [x_q, x_d], y

    def pools(self, n, k=10):
        q = self.rng.normal(size=(n, self.dim))
        docs = self.rng.normal(size=(n, k, self.dim)) * 1.1
        docs[:, 0] = q @ self.rot + self.rng.normal(0, 0.5, (n, self.dim))
        return q.astype("float32"), docs.astype("float32")


class RankingTrainer:
    def __init__(self, corpus, lr=0.01):
        self.corpus = corpus
        q, d = keras.Input((corpus.dim,)), keras.Input((corpus.dim,))
        self.model = keras.Model([q, d], BilinearMatch()([q, d]))
        self.model.compile(optimizer=keras.optimizers.Adam(lr),
                           loss=keras.losses.BinaryCrossentropy(from_logits=True),
                           metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")])

    def fit(self, n=1500, epochs=9):
        x, y = self.corpus.pairs(n)
        vx, vy = self.corpus.pairs(300)
        return self.model.fit(x, y, batch_size=64, epochs=epochs, validation_data=(vx, vy), verbose=2)

    def mrr(self, n=200):
        q, docs = self.corpus.pools(n)
        k = docs.shape[1]
        s = self.model.predict([np.repeat(q, k, 0), docs.reshape(n * k, -1)], verbose=0).reshape(n, k)
        rank = 1 + (s > s[:, :1]).sum(1)
        return (1 / rank).mean()


keras.utils.set_random_seed(4)
trainer = RankingTrainer(Corpus(seed=4))
print(f"MRR before: {trainer.mrr():.3f}")
trainer.fit()
print(f"MRR after:  {trainer.mrr():.3f}")
