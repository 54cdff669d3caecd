"""Click prediction with a factorization machine over three categorical fields."""
import numpy as np
import keras
from keras import layers, ops

from data import FIELD_SIZES, make_clicks

keras.utils.set_random_seed(8)


class FactorizationMachine(layers.Layer):
    """sum of weights + 0.5 * ((sum v)^2 - sum v^2)"""

    def __init__(self, n_values, k=6, **kwargs):
        super().__init__(**kwargs)
        self.n_values = n_values
        self.k = k

    def build(self, input_shape):
        self.bias = self.add_weight(shape=(1,), initializer="zeros", name="w0")
        self.linear = self.add_weight(shape=(self.n_values, 1), initializer="zeros", name="w")
        self.factors = self.add_weight(shape=(self.n_values, self.k), initializer="zeros", name="v")

    def call(self, ids):
        w = ops.sum(ops.take(self.linear, ids, axis=0), axis=1)
        v = ops.take(self.factors, ids, axis=0)
        pair = 0.5 * ops.sum(ops.square(ops.sum(v, axis=1)) - ops.sum(ops.square(v), axis=1),
                             axis=-1, keepdims=True)
        return ops.sigmoid(self.bias + w + pair)


x_train, y_train = make_clicks(4000, seed=1)
x_test, y_test = make_clicks(1000, seed=2)

inp = keras.Input((len(FIELD_SIZES),), dtype="int32")
model = keras.Model(inp, FactorizationMachine(sum(FIELD_SIZES))(inp))
model.compile(optimizer=keras.optimizers.Adam(0.02), loss="binary_crossentropy",
              metrics=["accuracy", keras.metrics.AUC(name="auc")])
model.fit(x_train, y_train, batch_size=128, epochs=15,
          validation_data=(x_test, y_test), verbose=2)
res = model.evaluate(x_test, y_test, verbose=0, return_dict=True)
print({k: round(float(v), 4) for k, v in res.items()})
