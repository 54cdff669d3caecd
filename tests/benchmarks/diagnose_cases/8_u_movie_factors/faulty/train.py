"""Explicit-feedback matrix factorisation with user and item biases."""
import os
os.environ["KERAS_BACKEND"] = "torch"

from dataclasses import dataclass

import keras
import numpy as np
from keras import layers, ops


@dataclass
class Config:
    users: int = 180
    movies: int = 140
    rank: int = 8
    ratings: int = 11000
    lr: float = 5e-3
    batch: int = 128
    epochs: int = 12
    l2: float = 1e-6


class FactorModel(keras.Model):
    def __init__(self, cfg, global_mean):
        super().__init__()
        self.global_mean = float(global_mean)
        emb = dict(
            embeddings_initializer=keras.initializers.Zeros(),
            embeddings_regularizer=keras.regularizers.L2(cfg.l2),
        )
        self.user_vec = layers.Embedding(cfg.users, cfg.rank, **emb)
        self.movie_vec = layers.Embedding(cfg.movies, cfg.rank, **emb)
        self.user_bias = layers.Embedding(cfg.users, 1, embeddings_initializer="zeros")
        self.movie_bias = layers.Embedding(cfg.movies, 1, embeddings_initializer="zeros")

    def call(self, pairs):
        u, m = pairs[:, 0], pairs[:, 1]
        dot = ops.sum(self.user_vec(u) * self.movie_vec(m), axis=-1, keepdims=True)
        return self.global_mean + dot + self.user_bias(u) + self.movie_bias(m)


def simulate(cfg, rng):
    p = rng.normal(0, 1, (cfg.users, 3))
    q = rng.normal(0, 1, (cfg.movies, 3))
    bu, bm = rng.normal(0, 0.2, cfg.users), rng.normal(0, 0.3, cfg.movies)
    u = rng.integers(0, cfg.users, cfg.ratings)
    m = rng.integers(0, cfg.movies, cfg.ratings)
    r = 3.2 + 0.6 * (p[u] * q[m]).sum(1) + bu[u] + bm[m] + rng.normal(0, 0.25, cfg.ratings)
    return np.stack([u, m], 1).astype("int32"), r[:, None].astype("float32")


def main():
    cfg = Config()
    keras.utils.set_random_seed(5)
    rng = np.random.default_rng(5)
    pairs, ratings = simulate(cfg, rng)
    n = int(0.85 * len(pairs))
    tr, te = (pairs[:n], ratings[:n]), (pairs[n:], ratings[n:])

    model = FactorModel(cfg, tr[1].mean())
    model.compile(
        optimizer=keras.optimizers.Adam(cfg.lr),
        loss="mse",
        metrics=[keras.metrics.RootMeanSquaredError(name="rmse")],
    )
    model.fit(*tr, batch_size=cfg.batch, epochs=cfg.epochs, validation_data=te, verbose=2)
    base = np.sqrt(((te[1] - tr[1].mean()) ** 2).mean())
    rmse = model.evaluate(*te, verbose=0, return_dict=True)["rmse"]
    print(f"test RMSE {rmse:.3f} (global mean gives {base:.3f})")


main()
