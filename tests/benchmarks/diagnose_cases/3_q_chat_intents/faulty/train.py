"""Intent classification: bag of words from a small chat bot, 10 intents."""
import numpy as np
import keras
from keras import layers

SEED = 31
N_WORDS, N_INTENTS = 200, 10
keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)

# word distribution for each intent
logits = rng.normal(scale=1.1, size=(N_INTENTS, N_WORDS))
probs = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)


def chats(n):
    y = rng.integers(0, N_INTENTS, n)
    x = np.stack([rng.multinomial(25, probs[c]) for c in y])
    return np.log1p(x).astype("float32"), y


X, Y = chats(2000)
Xt, Yt = chats(600)


def block(h, units, rate):
    h = layers.Dense(units)(h)
    h = layers.LayerNormalization()(h)
    h = layers.Activation("relu")(h)
    return layers.Dropout(rate)(h)


DROPOUT = 0.95

inp = keras.Input((N_WORDS,))
h = block(inp, 64, DROPOUT)
h = block(h, 64, DROPOUT)
h = block(h, 64, DROPOUT)
out = layers.Dense(N_INTENTS, activation="softmax")(h)
model = keras.Model(inp, out)
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)
hist = model.fit(X, Y, epochs=8, batch_size=64, validation_data=(Xt, Yt), verbose=2)
print("final val accuracy %.3f" % hist.history["val_accuracy"][-1])
