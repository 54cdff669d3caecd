"""Tag movies with genres from a bag of plot keywords. A movie may have several genres."""
import json
import os

import numpy as np
import keras
from keras import layers

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "config.json")) as f:
    cfg = json.load(f)

keras.utils.set_random_seed(cfg["seed"])
rng = np.random.default_rng(cfg["seed"])

VOCAB, LENGTH, GENRES = cfg["vocab"], cfg["length"], 8


def make_movies(n):
    tags = (rng.random((n, GENRES)) < 0.35).astype("float32")
    tags[tags.sum(1) == 0, 0] = 1.0
    plots = np.zeros((n, LENGTH), dtype="int32")
    for i in range(n):
        active = np.flatnonzero(tags[i])
        for j in range(LENGTH):
            if rng.random() < 0.75:
                g = active[j % len(active)]
                plots[i, j] = 1 + g * 20 + rng.integers(20)
            else:
                plots[i, j] = rng.integers(1, VOCAB)
    return plots, tags


def tagger():
    words = keras.Input((LENGTH,), dtype="int32")
    x = layers.Embedding(VOCAB, cfg["embed_dim"])(words)
    x = layers.GlobalAveragePooling1D()(x)
    x = layers.Dense(cfg["hidden"], activation="relu")(x)
    out = layers.Dense(GENRES, activation="sigmoid")(x)
    return keras.Model(words, out, name="tagger")


x_train, y_train = make_movies(1600)
x_val, y_val = make_movies(400)

model = tagger()
model.compile(optimizer=keras.optimizers.Adam(cfg["lr"]), loss="binary_crossentropy")
hist = model.fit(x_train, y_train, validation_data=(x_val, y_val),
                 batch_size=cfg["batch_size"], epochs=cfg["epochs"], verbose=2)

pred = (model.predict(x_val, verbose=0) > 0.5).astype("float32")
tp = (pred * y_val).sum()
precision = tp / max(pred.sum(), 1)
recall = tp / y_val.sum()
f1 = 2 * precision * recall / max(precision + recall, 1e-9)
exact = (pred == y_val).all(1).mean()
print(f"precision {precision:.3f} recall {recall:.3f} F1 {f1:.3f} exact match {exact:.3f}")
