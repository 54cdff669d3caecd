import keras
from keras import layers, ops


class Recommender(keras.Model):
    """Biased matrix factorisation: mu + b_u + b_i + <p_u, q_i>."""

    def __init__(self, n_users, n_items, dim, global_mean, **kwargs):
        super().__init__(**kwargs)
        self.global_mean = global_mean
        emb = dict(output_dim=dim, embeddings_initializer="zeros")
        self.user_factors = layers.Embedding(n_users, name="user_factors", **emb)
        self.item_factors = layers.Embedding(n_items, name="item_factors", **emb)
        self.user_bias = layers.Embedding(n_users, 1, embeddings_initializer="zeros")
        self.item_bias = layers.Embedding(n_items, 1, embeddings_initializer="zeros")

    def call(self, pairs):
        u, i = pairs[:, 0], pairs[:, 1]
        dot = ops.sum(self.user_factors(u) * self.item_factors(i), axis=-1, keepdims=True)
        return self.global_mean + self.user_bias(u) + self.item_bias(i) + dot
