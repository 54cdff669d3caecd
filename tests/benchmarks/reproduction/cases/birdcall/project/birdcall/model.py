import keras
from keras import layers

from birdcall.layers import LogMel, SoftPooling


def build_classifier(species=8, frames=40, bands=24, width=16, sharpness=4.0):
    """Spectrograms (frames x bands) to probabilities of species."""
    inputs = keras.Input((frames, bands))
    x = LogMel()(inputs)
    x = layers.Conv1D(width, 5, padding="same")(x)
    x = layers.BatchNormalization()(x)
    x = layers.Activation("relu")(x)
    x = layers.Conv1D(width, 5, padding="same", activation="relu")(x)
    x = SoftPooling(sharpness)(x)
    outputs = layers.Dense(species, activation="softmax")(x)
    model = keras.Model(inputs, outputs)
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def load_classifier(path):
    return keras.models.load_model(path)
