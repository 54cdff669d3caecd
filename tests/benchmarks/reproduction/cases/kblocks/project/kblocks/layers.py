import keras
from keras import layers


@keras.saving.register_keras_serializable(package="kblocks")
class ResidualDense(layers.Layer):
    """Two dense layers around a shortcut."""

    def __init__(self, units, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.dropout = dropout
        self.first = layers.Dense(units, activation="relu")
        self.second = layers.Dense(units)
        self.drop = layers.Dropout(dropout)

    def build(self, input_shape):
        self.first.build(input_shape)
        self.second.build((*input_shape[:-1], self.units))
        self.built = True

    def call(self, inputs, training=False):
        return inputs + self.drop(self.second(self.first(inputs)), training=training)

    def get_config(self):
        return {**super().get_config(), "units": self.units, "dropout": self.dropout}


@keras.saving.register_keras_serializable(package="kblocks")
class GatedBlock(layers.Layer):
    """Lets through what a gate, learned from the inputs, allows."""

    def __init__(self, units, gate_activation="sigmoid", **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.gate_activation = gate_activation
        self.value = layers.Dense(units)
        self.gate = layers.Dense(units, activation=gate_activation)

    def build(self, input_shape):
        self.value.build(input_shape)
        self.gate.build(input_shape)
        self.built = True

    def call(self, inputs):
        return self.value(inputs) * self.gate(inputs)

    def get_config(self):
        return {**super().get_config(), "gate_activation": self.gate_activation}
