"""Assign topic tags to short documents. A document may carry several tags."""
import keras
import numpy as np

SEED = 11
TAGS = ["sports", "politics", "tech", "health", "travel", "food"]
WORDS_PER_TAG = 25
COMMON = 120
VOCAB = WORDS_PER_TAG * len(TAGS) + COMMON


def sample_documents(n, rng):
    labels = np.zeros((n, len(TAGS)), dtype="float32")
    docs = []
    for i in range(n):
        k = rng.choice([1, 2, 3, 4], p=[0.25, 0.35, 0.25, 0.15])
        chosen = rng.choice(len(TAGS), size=k, replace=False)
        labels[i, chosen] = 1.0
        words = list(rng.integers(VOCAB - COMMON, VOCAB, size=20))
        for t in chosen:
            words += list(t * WORDS_PER_TAG + rng.integers(0, WORDS_PER_TAG, size=5))
        # a stray word from some other topic
        words += list(rng.integers(0, VOCAB - COMMON, size=1))
        docs.append(words)
    return docs, labels


def multi_hot(docs):
    out = np.zeros((len(docs), VOCAB), dtype="float32")
    for i, d in enumerate(docs):
        out[i, d] = 1.0
    return out


def report(prob, y):
    hit = (prob > 0.5).astype("float32")
    tp = (hit * y).sum()
    precision = tp / max(hit.sum(), 1)
    recall = tp / y.sum()
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    exact = (hit == y).all(axis=1).mean()
    print(f"precision {precision:.3f}  recall {recall:.3f}  micro-F1 {f1:.3f}  all tags right {exact:.3f}")
    for j, tag in enumerate(TAGS):
        print(f"  {tag:9s} recall {hit[y[:, j] == 1, j].mean():.3f}")


keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)
docs_train, y_train = sample_documents(2000, rng)
docs_test, y_test = sample_documents(500, rng)
x_train, x_test = multi_hot(docs_train), multi_hot(docs_test)

inputs = keras.Input((VOCAB,))
h = keras.layers.Dense(64, activation="relu")(inputs)
h = keras.layers.Dropout(0.3)(h)
outputs = keras.layers.Dense(len(TAGS), activation="sigmoid", name="tags")(h)
model = keras.Model(inputs, outputs)
model.compile(optimizer="adam", loss="binary_crossentropy")
model.fit(x_train, y_train, batch_size=32, epochs=8, validation_split=0.1, verbose=2)

report(model.predict(x_test, verbose=0), y_test)
