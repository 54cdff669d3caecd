import keras
from keras import layers


class Block(layers.Layer):
    """Dense layer with batch normalisation."""

    def __init__(self, units, activation="swish", **kwargs):
        super().__init__(**kwargs)
        self.dense = layers.Dense(units, use_bias=False)
        self.norm = layers.BatchNormalization(momentum=0.9)
        self.act = layers.Activation(activation)

    def call(self, x, training=None):
        h = self.dense(x)
        h = self.norm(h, training=training)
        return h


class ForwardKinematics(keras.Model):
    def __init__(self, widths=(64, 64), out_dim=2):
        super().__init__()
        self.blocks = [Block(w) for w in widths]
        self.head = layers.Dense(out_dim)

    def call(self, q, training=None):
        h = q
        for block in self.blocks:
            h = block(h, training=training)
        return self.head(h)
