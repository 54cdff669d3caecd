"""Synthetic ratings log. Ids follow the exported CSV: they start at 1."""
import numpy as np


def load_ratings(n_users, n_movies, n_ratings, rng, rank=4):
    taste = rng.normal(size=(n_users + 1, rank))
    style = rng.normal(size=(n_movies + 1, rank))
    user_bias = rng.normal(0, 0.4, size=n_users + 1)
    movie_bias = rng.normal(0, 0.5, size=n_movies + 1)
    users = rng.integers(1, n_users + 1, size=n_ratings)
    movies = rng.integers(1, n_movies + 1, size=n_ratings)
    score = (taste[users] * style[movies]).sum(1) * 0.5 + user_bias[users] + movie_bias[movies]
    score = score + rng.normal(0, 0.25, size=n_ratings) + 3.2
    return users.astype("int64"), movies.astype("int64"), score.astype("float32")
