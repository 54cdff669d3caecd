import keras
import numpy as np
from keras import layers

# toy review sentiment: embedding + bidirectional GRU
VOCAB, MAXLEN = 300, 20
keras.utils.set_random_seed(2)


def make_reviews(n, rng):
    polarity = np.zeros(VOCAB)
    polarity[10:60] = 1.0
    polarity[60:110] = -1.0
    lengths = rng.integers(8, MAXLEN + 1, n)
    label = rng.integers(0, 2, n)
    x = np.zeros((n, MAXLEN), "int32")
    for i in range(n):
        words = rng.integers(110, VOCAB, lengths[i])
        k = rng.integers(3, 6)
        pos = rng.choice(lengths[i], k, replace=False)
        words[pos] = rng.integers(10, 60, k) if label[i] else rng.integers(60, 110, k)
        # one word of the other side
        words[rng.integers(0, lengths[i])] = rng.integers(10, 110)
        x[i, -lengths[i]:] = words
    return x, label.astype("float32")


rng = np.random.default_rng(6)
x_train, y_train = make_reviews(1500, rng)
x_val, y_val = make_reviews(400, rng)

model = keras.Sequential()
model.add(keras.Input((MAXLEN,), dtype="int32"))
model.add(layers.Embedding(VOCAB, 24))
model.add(layers.Bidirectional(layers.GRU(12)))
model.add(layers.Dense(16, activation="relu"))
model.add(layers.Dense(1, activation="sigmoid"))

model.compile(loss="binary_crossentropy", optimizer="rmsprop", metrics=["accuracy"])

model.fit(x_train, y_train, epochs=6, batch_size=48, validation_data=(x_val, y_val), verbose=2)
score, acc = model.evaluate(x_val, y_val, batch_size=100, verbose=0)
print("Test score:", score)
print("Test accuracy:", acc)
