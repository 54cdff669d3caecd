import keras
from keras import layers


def build_cnn(n_classes=10):
    inp = keras.Input((12, 12, 1))
    h = layers.Conv2D(16, 3, activation="relu")(inp)
    h = layers.MaxPooling2D(2)(h)
    h = layers.Flatten()(h)
    h = layers.Dense(64, activation="relu")(h)
    return keras.Model(inp, layers.Dense(n_classes, activation="softmax")(h))
