"""Tagging of short support tickets: every ticket can carry any number of tags (also none)."""
import numpy as np
import keras
from keras import layers

SEED = 11
VOCAB = 300
MAXLEN = 24
N_TAGS = 8

keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)


def make_tickets(n):
    # every tag has a handful of trigger words, the remaining words are filler
    triggers = np.arange(20, 20 + N_TAGS * 4).reshape(N_TAGS, 4)
    x = rng.integers(60, VOCAB, size=(n, MAXLEN))
    y = (rng.random((n, N_TAGS)) < 0.3).astype("float32")
    for i in range(n):
        slots = rng.permutation(MAXLEN)
        k = 0
        for t in np.flatnonzero(y[i]):
            for _ in range(2):
                x[i, slots[k]] = rng.choice(triggers[t])
                k += 1
    return x, y


x_train, y_train = make_tickets(2000)
x_test, y_test = make_tickets(800)

inputs = keras.Input(shape=(MAXLEN,), dtype="int32")
h = layers.Embedding(VOCAB, 32)(inputs)
h = layers.Conv1D(64, 1, activation="relu")(h)
h = layers.GlobalMaxPooling1D()(h)
h = layers.Dense(64, activation="relu")(h)
outputs = layers.Dense(N_TAGS, activation="sigmoid")(h)
model = keras.Model(inputs, outputs, name="ticket_tagger")

model.compile(
    optimizer=keras.optimizers.Adam(4e-3),
    loss="binary_crossentropy",
    metrics=[keras.metrics.BinaryAccuracy(name="tag_acc")],
)
model.fit(x_train, y_train, validation_split=0.1, epochs=7, batch_size=64, verbose=2)

pred = model.predict(x_test, verbose=0) > 0.5
tp = (pred & (y_test > 0)).sum()
f1 = 2 * tp / (pred.sum() + y_test.sum())
exact = (pred == (y_test > 0)).all(1).mean()
print(f"micro F1 {f1:.3f}   exact match {exact:.3f}")
