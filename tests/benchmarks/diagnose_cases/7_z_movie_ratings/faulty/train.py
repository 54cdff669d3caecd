# Matrix factorisation with user and item biases
import os
os.environ.setdefault("KERAS_BACKEND", "torch")

import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(17)
rng = np.random.default_rng(17)

n_users, n_items, rank = 150, 120, 4
U = rng.normal(size=(n_users, rank))
V = rng.normal(size=(n_items, rank))
bu = rng.normal(0, 0.3, n_users)
bi = rng.normal(0, 0.4, n_items)

pairs = rng.permutation(n_users * n_items)[:9000]
users, items = pairs // n_items, pairs % n_items
ratings = 3.2 + bu[users] + bi[items] + 0.55 * (U[users] * V[items]).sum(1)
ratings = (ratings + rng.normal(0, 0.2, len(ratings))).astype("float32")

cut = 7800
train = (users[:cut], items[:cut]), ratings[:cut]
test = (users[cut:], items[cut:]), ratings[cut:]


class FactorModel(keras.Model):
    def __init__(self, dim, mean_rating):
        super().__init__()
        self.mean_rating = float(mean_rating)
        reg = keras.regularizers.L2(1e-5)
        factors = dict(embeddings_initializer="zeros", embeddings_regularizer=reg)
        self.user_factors = layers.Embedding(n_users, dim, **factors)
        self.item_factors = layers.Embedding(n_items, dim, **factors)
        self.user_bias = layers.Embedding(n_users, 1, embeddings_initializer="zeros")
        self.item_bias = layers.Embedding(n_items, 1, embeddings_initializer="zeros")

    def call(self, inputs):
        u, i = inputs
        dot = ops.sum(self.user_factors(u) * self.item_factors(i), axis=-1)
        bias = self.user_bias(u)[..., 0] + self.item_bias(i)[..., 0]
        return self.mean_rating + bias + dot


model = FactorModel(6, train[1].mean())
model.compile(optimizer=keras.optimizers.Adam(0.02), loss="mse")
model.fit(train[0], train[1], epochs=15, batch_size=256, validation_data=test, verbose=2)

pred = model.predict(test[0], verbose=0)
rmse = np.sqrt(np.mean((pred - test[1]) ** 2))
print(f"test RMSE {rmse:.3f}  (rating spread {test[1].std():.3f})")
