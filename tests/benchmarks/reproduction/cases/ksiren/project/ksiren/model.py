import keras
from keras import layers


def build_detector(samples=64, width=8, lr=3e-3):
    inputs = keras.Input((samples, 1))
    x = layers.Conv1D(width, 7, strides=2, activation="relu")(inputs)
    x = layers.Conv1D(2 * width, 5, strides=2, activation="relu")(x)
    x = layers.GlobalMaxPooling1D()(x)
    model = keras.Model(inputs, layers.Dense(1, activation="sigmoid")(x))
    model.compile(keras.optimizers.Adam(lr), "binary_crossentropy", metrics=["accuracy"])
    return model
