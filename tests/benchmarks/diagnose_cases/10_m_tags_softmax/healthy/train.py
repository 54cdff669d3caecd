import numpy as np
import keras
from keras import layers

TAGS = ["sport", "politics", "tech", "health", "money", "travel"]
N_WORDS = 180

keras.utils.set_random_seed(27)
rng = np.random.default_rng(27)
word_tag = rng.integers(0, len(TAGS) + 4, N_WORDS)      # ids >= 6 carry no topic


def articles(n, length=30):
    y = (rng.random((n, len(TAGS))) < 0.35).astype("float32")
    docs = np.zeros((n, length), "int32")
    for i in range(n):
        weight = np.where(word_tag < 6, 0.08, 1.0)
        for k in np.flatnonzero(y[i]):
            weight = weight + (word_tag == k) * 1.2
        docs[i] = rng.choice(N_WORDS, length, p=weight / weight.sum())
    return docs, y


class BagOfTags(keras.Model):
    def __init__(self, vocab, n_tags):
        super().__init__()
        self.emb = layers.Embedding(vocab, 32)
        self.pool = layers.GlobalAveragePooling1D()
        self.fc = layers.Dense(64, activation="relu")
        self.out = layers.Dense(n_tags, activation="sigmoid")

    def call(self, ids):
        return self.out(self.fc(self.pool(self.emb(ids))))


def micro_f1(y, p):
    hat = p > 0.5
    tp = (hat * y).sum()
    return 2 * tp / (hat.sum() + y.sum() + 1e-9)


train_x, train_y = articles(2500)
val_x, val_y = articles(300)
test_x, test_y = articles(600)

tagger = BagOfTags(N_WORDS, len(TAGS))
tagger.compile(optimizer="adam", loss="binary_crossentropy", metrics=["binary_accuracy"])
tagger.optimizer.learning_rate = 4e-3
tagger.fit(train_x, train_y, validation_data=(val_x, val_y), batch_size=64, epochs=10, verbose=2)

p = tagger.predict(test_x, verbose=0)
for k, t in enumerate(TAGS):
    print(f"{t:10s} F1 {micro_f1(test_y[:, k], p[:, k]):.3f}")
print(f"micro F1 {micro_f1(test_y, p):.3f}  exact match {np.all((p > 0.5) == (test_y > 0.5), axis=1).mean():.3f}")
