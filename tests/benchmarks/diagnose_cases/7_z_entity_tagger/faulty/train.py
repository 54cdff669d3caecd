import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers

from tags import PAD, TAGS, VOCAB, batch

LENGTH = 10


class Tagger(keras.Model):
    def __init__(self, vocab_size, n_tags, dim=24, units=24):
        super().__init__()
        self.embed = layers.Embedding(vocab_size, dim)
        self.context = layers.Bidirectional(layers.LSTM(units, return_sequences=True))
        self.drop = layers.Dropout(0.1)
        self.out = layers.Dense(n_tags, activation="softmax")

    def call(self, ids, training=None):
        h = self.context(self.embed(ids))
        return self.out(self.drop(h, training=training))


def token_accuracy(model, x, y):
    pred = model.predict(x, verbose=0).argmax(-1)
    real = y != PAD
    return (pred[real] == y[real]).mean()


if __name__ == "__main__":
    keras.utils.set_random_seed(6)
    rng = np.random.default_rng(6)
    x_train, y_train = batch(1200, LENGTH, rng)
    x_test, y_test = batch(300, LENGTH, rng)

    model = Tagger(vocab_size=len(VOCAB) + 1, n_tags=len(TAGS))
    model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="sparse_categorical_crossentropy")
    model.fit(
        x_train, y_train,
        sample_weight=(y_train != PAD).astype("float32"),
        epochs=6, batch_size=32, verbose=2,
    )
    print(f"token accuracy on the test sentences: {token_accuracy(model, x_test, y_test):.3f}")
