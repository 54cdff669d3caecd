import keras

from ktopics.layers import PhrasePool


def build_model(vocabulary=200, words=24, width=16, topics=4, window=3, pooling="max"):
    tokens = keras.Input((words,), dtype="int32")
    x = keras.layers.Embedding(vocabulary, width)(tokens)
    x = PhrasePool(window, mode=pooling, name="phrases")(x)
    x = keras.layers.Dense(32, activation="relu")(x)
    x = keras.layers.GlobalAveragePooling1D()(x)
    x = keras.layers.Dense(topics, activation="softmax")(x)
    return keras.Model(tokens, x, name="topics")
