import keras
from keras import layers, ops


class Tower(layers.Layer):
    """Numbers of things to vectors of length one."""

    def __init__(self, things, width, **kwargs):
        super().__init__(**kwargs)
        self.embedding = layers.Embedding(things, width)
        self.project = layers.Dense(width)

    def call(self, numbers):
        return ops.normalize(self.project(self.embedding(numbers)), axis=-1)


class TwoTowers(keras.Model):
    """How well each customer of a batch fits each product of it."""

    def __init__(self, customers, products, width=16, temperature=0.1):
        super().__init__()
        self.customer = Tower(customers, width)
        self.product = Tower(products, width)
        self.temperature = temperature

    def call(self, pairs):
        left = self.customer(pairs[:, 0])
        right = self.product(pairs[:, 1])
        return ops.matmul(left, ops.transpose(right)) / self.temperature
