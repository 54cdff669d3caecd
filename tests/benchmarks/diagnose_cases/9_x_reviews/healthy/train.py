"""Sentiment of product reviews: averaged word embeddings."""
from collections import Counter

import keras
import numpy as np
from keras import layers

MAX_LEN, MAX_WORDS = 20, 400
SEED = 2


def word(i):
    syll = ["ka", "lo", "mi", "ru", "te", "vo", "sha", "ne"]
    return syll[i % 8] + syll[(i // 8) % 8] + syll[(i // 64) % 8]


def write_reviews(n, rng):
    """Texts of pseudo words; 40 are praise, 40 are complaints, the rest filler."""
    texts, labels = [], []
    for _ in range(n):
        label = int(rng.random() < 0.5)
        size = rng.integers(8, MAX_LEN + 5)
        ids = rng.integers(80, 320, size)
        tone = rng.random(size) < 0.3
        own = rng.random(size) < 0.85
        lo = np.where(own == bool(label), 0, 40)
        ids = np.where(tone, lo + rng.integers(0, 40, size), ids)
        texts.append(" ".join(word(i) for i in ids))
        labels.append(label)
    return texts, np.array(labels, dtype="float32")


class Vocabulary:
    def __init__(self):
        self.index = {}

    def fit(self, texts):
        counts = Counter(w for t in texts for w in t.split())
        self.index = {w: i + 2 for i, (w, _) in enumerate(counts.most_common(MAX_WORDS - 2))}
        return self

    def encode(self, texts):
        rows = [[self.index.get(w, 1) for w in t.split()] for t in texts]
        return keras.utils.pad_sequences(rows, maxlen=MAX_LEN, padding="post", truncating="post")


def build_model():
    m = keras.Sequential(name="bow")
    m.add(keras.Input((MAX_LEN,), dtype="int32"))
    m.add(layers.Embedding(MAX_WORDS, 16))
    m.add(layers.GlobalAveragePooling1D())
    m.add(layers.Dense(16, activation="relu"))
    m.add(layers.Dense(1, activation="sigmoid"))
    m.compile(optimizer=keras.optimizers.Adam(5e-3), loss="binary_crossentropy", metrics=["accuracy"])
    return m


keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)
train_texts, y_train = write_reviews(2500, rng)
test_texts, y_test = write_reviews(600, rng)

vocab = Vocabulary().fit(train_texts)
x_train = vocab.encode(train_texts)
x_test = vocab.encode(test_texts)
print("train", x_train.shape, "test", x_test.shape, "words", len(vocab.index))

model = build_model()
model.fit(x_train, y_train, batch_size=64, epochs=8, verbose=2, validation_data=(x_test, y_test))
loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"Test loss {loss:.3f} accuracy {acc:.3f}")
