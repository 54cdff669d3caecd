# Tag short news items with every topic they touch.
import os
os.environ["KERAS_BACKEND"] = "torch"
import numpy as np
import keras
from keras.layers import Dense, Dropout

TOPICS = ["politics", "sports", "health", "economy", "science", "travel",
          "music", "crime", "weather", "energy"]
N_WORDS = 400


def write_articles(n, rng, lexicon):
    texts, tags = [], np.zeros((n, len(TOPICS)), "float32")
    for i in range(n):
        k = rng.integers(1, 5)
        chosen = rng.choice(len(TOPICS), k, replace=False)
        tags[i, chosen] = 1
        words = list(rng.integers(0, N_WORDS, 20))
        for c in chosen:
            words += list(rng.choice(lexicon[c], 6))
        texts.append(words)
    return texts, tags


def vectorise(texts):
    m = np.zeros((len(texts), N_WORDS), "float32")
    for i, words in enumerate(texts):
        for w in words:
            m[i, w] += 1
    return np.log1p(m)


def f1_report(y_true, prob, threshold=0.5):
    pred = prob > threshold
    tp = (pred * y_true).sum(0)
    precision = tp / np.maximum(pred.sum(0), 1)
    recall = tp / np.maximum(y_true.sum(0), 1)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
    for name, p, r, f in zip(TOPICS, precision, recall, f1):
        print(f"{name:10s} P={p:.2f} R={r:.2f} F1={f:.2f}")
    print("macro F1 = %.3f" % f1.mean())


keras.utils.set_random_seed(7)
rng = np.random.default_rng(7)
lexicon = [rng.choice(N_WORDS, 22, replace=False) for _ in TOPICS]
train_texts, train_tags = write_articles(3000, rng, lexicon)
test_texts, test_tags = write_articles(600, rng, lexicon)
x_train, x_test = vectorise(train_texts), vectorise(test_texts)

model = keras.Sequential()
model.add(keras.Input(shape=(N_WORDS,)))
model.add(Dense(96, activation="relu"))
model.add(Dropout(0.2))
model.add(Dense(len(TOPICS), activation="softmax"))
model.compile(loss="binary_crossentropy", optimizer="adam")
model.fit(x_train, train_tags, epochs=12, batch_size=32, validation_split=0.1, verbose=2)

f1_report(test_tags, model.predict(x_test, verbose=0))
