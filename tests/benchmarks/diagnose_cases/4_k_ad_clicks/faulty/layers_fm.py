import keras
from keras import layers, ops


class FactorizationMachine(layers.Layer):
    """Linear part + pairwise interactions over categorical fields."""

    def __init__(self, n_features, k=6, **kwargs):
        super().__init__(**kwargs)
        self.n_features = n_features
        self.k = k

    def build(self, input_shape):
        self.bias = self.add_weight(shape=(), initializer="zeros", name="bias")
        self.linear = self.add_weight(shape=(self.n_features, 1), initializer="zeros", name="linear")
        init = keras.initializers.RandomNormal(stddev=0.1)
        self.factors = init((self.n_features, self.k))

    def call(self, ids):
        lin = ops.sum(ops.take(self.linear, ids, axis=0), axis=1)
        v = ops.take(self.factors, ids, axis=0)
        square_of_sum = ops.square(ops.sum(v, axis=1))
        sum_of_square = ops.sum(ops.square(v), axis=1)
        pair = 0.5 * ops.sum(square_of_sum - sum_of_square, axis=-1, keepdims=True)
        return self.bias + lin + pair
