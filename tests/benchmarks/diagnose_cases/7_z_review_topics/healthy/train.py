import os
os.environ.setdefault("KERAS_BACKEND", "torch")
import keras
from keras import layers
import numpy as np

keras.utils.set_random_seed(31)

TOPICS = {
    "shipping": "parcel courier late delivered box tracking depot arrived".split(),
    "quality": "broken sturdy seam fabric scratched solid crack finish".split(),
    "price": "cheap expensive discount worth refund voucher bargain paid".split(),
    "service": "polite rude phone agent answered chat helpdesk waited".split(),
}
FILLER = "the a it was and i my for this of to very not then in with so but on me is we they had would".split()


def compose(rng, topic):
    names = list(TOPICS)
    other = names[rng.integers(len(names))]
    words = list(rng.choice(FILLER, 12)) + list(rng.choice(TOPICS[topic], 3)) + list(rng.choice(TOPICS[other], 1))
    rng.shuffle(words)
    return " ".join(words)


def corpus(n, rng):
    labels = rng.integers(0, len(TOPICS), n)
    names = list(TOPICS)
    return [compose(rng, names[k]) for k in labels], labels


rng = np.random.default_rng(31)
train_text, y_train = corpus(1500, rng)
test_text, y_test = corpus(400, rng)

vocab = {w: i + 1 for i, w in enumerate(sorted({w for t in train_text for w in t.split()}))}


def encode(texts, length=18):
    out = np.zeros((len(texts), length), dtype="int32")
    for r, t in enumerate(texts):
        ids = [vocab.get(w, 0) for w in t.split()][:length]
        out[r, : len(ids)] = ids
    return out


x_train, x_test = encode(train_text), encode(test_text)

inputs = keras.Input((18,), dtype="int32")
h = layers.Embedding(len(vocab) + 1, 32)(inputs)
h = layers.Conv1D(32, 3, activation="relu")(h)
h = layers.GlobalMaxPooling1D()(h)
h = layers.Dropout(0.2)(h)
outputs = layers.Dense(len(TOPICS), activation="softmax")(h)
model = keras.Model(inputs, outputs)

model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, validation_data=(x_test, y_test), epochs=9, batch_size=32, verbose=2)

_, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"accuracy on held-out reviews: {acc:.3f}")
