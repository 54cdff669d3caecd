import keras
from keras import layers

from kphrase.layers import Highway, Scale


def build_tagger(vocabulary=200, width=16, classes=3, highways=1):
    """The tone of a phrase: word numbers from 1, 0 is padding."""
    words = keras.Input((None,), dtype="int32")
    x = layers.Embedding(vocabulary, width, mask_zero=True)(words)
    x = Scale()(x)
    for _ in range(highways):
        x = Highway()(x)
    x = layers.GlobalAveragePooling1D()(x)
    model = keras.Model(words, layers.Dense(classes, activation="softmax")(x))
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model
