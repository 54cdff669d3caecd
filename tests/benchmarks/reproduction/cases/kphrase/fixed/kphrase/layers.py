import keras
from keras import layers, ops


@keras.saving.register_keras_serializable(package="kphrase")
class Highway(layers.Layer):
    """Lets a learned share of its input through unchanged."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def build(self, input_shape):
        width = input_shape[-1]
        self.change = layers.Dense(width, activation="relu")
        self.gate = layers.Dense(width, activation="sigmoid", bias_initializer="ones")
        self.change.build(input_shape)
        self.gate.build(input_shape)

    def call(self, x):
        gate = self.gate(x)
        return gate * self.change(x) + (1 - gate) * x

    def compute_output_shape(self, input_shape):
        return input_shape


@keras.saving.register_keras_serializable(package="kphrase")
class Scale(layers.Layer):
    """One learned factor for each feature."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def build(self, input_shape):
        self.factor = self.add_weight(shape=(input_shape[-1],), initializer="ones")

    def call(self, x):
        return ops.multiply(x, self.factor)
