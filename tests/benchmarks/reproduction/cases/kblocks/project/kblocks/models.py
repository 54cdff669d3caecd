import keras
from keras import layers

from kblocks.layers import GatedBlock, ResidualDense


def build_tabular(features, classes=2, units=32, blocks=2, dropout=0.1, gated=False):
    inputs = keras.Input((features,))
    x = layers.Dense(units)(inputs)
    for _ in range(blocks):
        x = ResidualDense(units, dropout)(x)
    if gated:
        x = GatedBlock(units)(x)
    model = keras.Model(inputs, layers.Dense(classes)(x))
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return model
