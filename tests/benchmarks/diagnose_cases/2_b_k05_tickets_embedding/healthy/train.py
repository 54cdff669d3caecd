from keras.models import Sequential
from keras.layers import Input, Embedding, Conv1D, GlobalMaxPooling1D, Dense, Dropout
from keras.utils import pad_sequences, set_random_seed, to_categorical
import numpy as np

set_random_seed(101)
rng = np.random.RandomState(101)

departments = {
    "billing": "invoice refund charge card payment price tax".split(),
    "shipping": "parcel courier late address box track lost".split(),
    "account": "login password email profile delete reset name".split(),
    "hardware": "screen battery cable broken power noise heat".split(),
    "software": "crash update install version error slow menu".split(),
}
names = list(departments)
filler = ["w%02d" % i for i in range(120)]
vocab = sorted(set(sum(departments.values(), []))) + filler
word_index = {w: i + 1 for i, w in enumerate(vocab)}


def write_ticket():
    label = rng.randint(len(names))
    words = list(rng.choice(filler, rng.randint(10, 24)))
    for _ in range(rng.randint(2, 5)):
        topic = label if rng.rand() < 0.85 else rng.randint(len(names))
        words.insert(rng.randint(len(words)), rng.choice(departments[names[topic]]))
    return words, label


texts, labels = zip(*[write_ticket() for _ in range(2200)])
sequences = [[word_index[w] for w in t] for t in texts]
X = pad_sequences(sequences, maxlen=28, padding="post")
Y = to_categorical(labels, len(names))
X_train, Y_train, X_test, Y_test = X[:1800], Y[:1800], X[1800:], Y[1800:]

model = Sequential()
model.add(Input(shape=(28,)))
model.add(Embedding(len(word_index) + 1, 24))
model.add(Conv1D(32, 3, padding="same", activation="relu"))
model.add(GlobalMaxPooling1D())
model.add(Dropout(0.2))
model.add(Dense(len(names), activation="softmax"))

model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
model.fit(X_train, Y_train, epochs=10, batch_size=32, validation_data=(X_test, Y_test), verbose=2)
score = model.evaluate(X_test, Y_test, verbose=0)
print("Test score:", score[0])
print("Test accuracy:", score[1])
