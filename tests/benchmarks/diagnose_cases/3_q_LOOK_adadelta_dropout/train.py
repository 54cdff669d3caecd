"""Words-to-topic model. Very wide hidden layer with strong dropout works best on this set."""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(50)
rng = np.random.default_rng(50)

n_words, n_topics = 150, 6
topic = rng.dirichlet(np.full(n_words, 0.15), size=n_topics)


def docs(n):
    y = rng.integers(0, n_topics, n)
    # a document is a mixture of its topic and a random second one
    second = rng.integers(0, n_topics, n)
    x = np.stack([rng.multinomial(30, 0.65 * topic[a] + 0.35 * topic[b]) for a, b in zip(y, second)])
    return np.sqrt(x).astype("float32"), y


x, y = docs(1600)
xt, yt = docs(500)
model = keras.Sequential([
    keras.Input((n_words,)),
    layers.Dense(1024, activation="relu"),
    layers.Dropout(0.8),
    layers.Dense(n_topics, activation="softmax"),
])
# Adadelta as in the paper, i.e. lr = 1.0
model.compile(
    optimizer=keras.optimizers.Adadelta(learning_rate=1.0, rho=0.95),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(x, y, epochs=7, batch_size=50, verbose=2)
print("test accuracy %.3f" % model.evaluate(xt, yt, verbose=0)[1])
