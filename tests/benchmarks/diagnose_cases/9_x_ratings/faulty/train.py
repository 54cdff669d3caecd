import keras
from keras import layers, ops
import numpy as np

# Two-tower recommender with a dot product on top, explicit ratings.
n_users, n_items, rank = 300, 200, 4
rng = np.random.default_rng(10)
keras.utils.set_random_seed(10)

U = rng.normal(size=(n_users, rank)) / rank ** 0.25
V = rng.normal(size=(n_items, rank)) / rank ** 0.25
users = rng.integers(0, n_users, 24000)
items = rng.integers(0, n_items, 24000)
rating = (U[users] * V[items]).sum(1) + 0.15 * rng.normal(size=24000) + 0.3 * U[users, 0]
rating = rating.astype("float32")

split = 20000
train = ([users[:split], items[:split]], rating[:split])
val = ([users[split:], items[split:]], rating[split:])


class Tower(layers.Layer):
    def __init__(self, cardinality, dim, **kwargs):
        super().__init__(**kwargs)
        self.vec = layers.Embedding(cardinality, dim, embeddings_initializer=keras.initializers.RandomNormal(stddev=0.3))
        self.bias = layers.Embedding(cardinality, 1, embeddings_initializer="zeros")

    def call(self, ids):
        return self.vec(ids), self.bias(ids)


class Recommender(keras.Model):
    def __init__(self, dim=8):
        super().__init__()
        self.user_tower = Tower(n_users, dim)
        self.item_tower = Tower(n_items, dim)

    def call(self, inputs):
        u, bu = self.user_tower(inputs[0])
        v, bv = self.item_tower(inputs[1])
        return ops.sum(u * v, axis=-1, keepdims=True) + bu + bv


model = Recommender()
model.compile(optimizer=keras.optimizers.Adadelta(), loss="mean_squared_error")
model.fit(*train, batch_size=256, epochs=8, validation_data=val, verbose=2)

p = model.predict(val[0], verbose=0)[:, 0]
print("val RMSE %.3f  (predicting the mean gives %.3f)" % (np.sqrt(np.mean((p - val[1]) ** 2)), val[1].std()))
