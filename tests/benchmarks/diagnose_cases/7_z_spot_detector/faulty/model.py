import keras
from keras import layers


def heatmap_net(size, width=12, prior=0.01):
    """Fully convolutional net; `prior` is the expected share of positive cells at the start."""
    start = -(1 - prior) / prior
    inp = keras.Input((size, size, 1))
    h = layers.Conv2D(width, 3, padding="same", activation="relu")(inp)
    h = layers.Conv2D(width, 3, padding="same", activation="relu")(h)
    h = layers.Conv2D(width, 3, padding="same", activation="relu")(h)
    out = layers.Conv2D(
        1, 1, activation="sigmoid", bias_initializer=keras.initializers.Constant(start), name="heatmap"
    )(h)
    return keras.Model(inp, out)
