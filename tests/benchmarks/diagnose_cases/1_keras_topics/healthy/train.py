import argparse

import keras
import numpy as np
from keras import layers

ap = argparse.ArgumentParser()
ap.add_argument("--epochs", type=int, default=8)
ap.add_argument("--dropout", type=float, default=0.2)
ap.add_argument("--lr", type=float, default=2e-3)
args = ap.parse_args()

keras.utils.set_random_seed(0)
rng = np.random.default_rng(0)
VOCAB, LEN, TOPICS = 300, 20, 10
dist = rng.dirichlet(np.full(VOCAB, 0.1), size=TOPICS)


def docs(n):
    y = rng.integers(0, TOPICS, n)
    x = np.stack([np.where(rng.random(LEN) < 0.35, rng.choice(VOCAB, LEN, p=dist[k]), rng.integers(0, VOCAB, LEN)) for k in y])
    return x, y


xtr, ytr = docs(2500)
xte, yte = docs(500)

model = keras.Sequential([
    keras.Input((LEN,), dtype="int32"),
    layers.Embedding(VOCAB, 24),
    layers.GlobalAveragePooling1D(),
    layers.Dropout(args.dropout),
    layers.Dense(48, activation="relu"),
    layers.Dropout(args.dropout),
    layers.Dense(TOPICS, activation="softmax"),
])
model.compile(keras.optimizers.Adam(args.lr), "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(xtr, ytr, epochs=args.epochs, batch_size=50, validation_data=(xte, yte), verbose=2)
