import argparse

import numpy as np
import keras
from keras import layers

ap = argparse.ArgumentParser()
ap.add_argument("--epochs", type=int, default=7)
ap.add_argument("--batch", type=int, default=64)
ap.add_argument("--steps", type=int, default=30)
opt = ap.parse_args()

keras.utils.set_random_seed(55)
rng = np.random.default_rng(55)
N_LANG, N_CHAR, LEN = 4, 26, 12

# each language is a first-order Markov chain over letters
chains = rng.dirichlet(np.full(N_CHAR, 0.1), size=(N_LANG, N_CHAR))
cdf = chains.cumsum(-1)


def sample_words(n):
    lang = rng.integers(0, N_LANG, n)
    word = np.zeros((n, LEN), dtype="int64")
    word[:, 0] = rng.integers(0, N_CHAR, n)
    for t in range(1, LEN):
        u = rng.random(n)[:, None]
        word[:, t] = np.minimum((u > cdf[lang, word[:, t - 1]]).sum(-1), N_CHAR - 1)
    return word, lang


def generator(batch):
    while True:
        yield sample_words(batch)


model = keras.Sequential([
    keras.Input((LEN,), dtype="int64"),
    layers.Embedding(N_CHAR, 16),
    layers.SimpleRNN(48),
    layers.Dense(N_LANG, activation="softmax"),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3),
              loss="categorical_crossentropy",
              metrics=["accuracy"])
x_val, y_val = sample_words(500)
model.fit(generator(opt.batch), steps_per_epoch=opt.steps, epochs=opt.epochs,
          validation_data=(x_val, y_val), verbose=2)
print("val accuracy", model.evaluate(x_val, y_val, verbose=0)[1])
