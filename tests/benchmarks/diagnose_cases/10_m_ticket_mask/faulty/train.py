import numpy as np
import keras
from keras import layers
from keras.utils import pad_sequences

keras.utils.set_random_seed(21)
rng = np.random.default_rng(21)

# support tickets: routed to a queue according to the *last* product mentioned
PRODUCTS = {"router": 0, "modem": 0, "sim": 1, "handset": 1, "invoice": 2, "refund": 2, "email": 3, "webmail": 3}
FILLER = [f"w{i}" for i in range(120)]
WORDS = ["<pad>"] + FILLER + list(PRODUCTS)
INDEX = {w: i for i, w in enumerate(WORDS)}
MAXLEN = 34


def ticket():
    n = rng.integers(3, 9)
    words = [FILLER[i] for i in rng.integers(0, len(FILLER), n)]
    label = None
    names = list(PRODUCTS)
    for pos in sorted(rng.choice(n, size=rng.integers(1, 4), replace=False)):
        words[pos] = names[rng.integers(len(names))]
        label = PRODUCTS[words[pos]]
    return [INDEX[w] for w in words], label


def load(n):
    rows = [ticket() for _ in range(n)]
    ids = pad_sequences([r[0] for r in rows], maxlen=MAXLEN, padding="post")
    return ids.astype("int32"), np.array([r[1] for r in rows])


def build():
    return keras.Sequential([
        keras.Input((MAXLEN,), dtype="int32"),
        layers.Embedding(len(WORDS), 24),
        layers.SimpleRNN(40),
        layers.Dense(4, activation="softmax"),
    ])


if __name__ == "__main__":
    xtr, ytr = load(1920)
    xva, yva = load(256)
    xte, yte = load(512)
    model = build()
    model.compile(optimizer=keras.optimizers.Adam(5e-3),
                  loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    hist = model.fit(xtr, ytr, validation_data=(xva, yva), batch_size=64, epochs=4, verbose=0)
    for e, (a, b) in enumerate(zip(hist.history["accuracy"], hist.history["val_accuracy"])):
        print(f"epoch {e + 1:2d}  train {a:.3f}  val {b:.3f}")
    print("test accuracy: %.3f" % model.evaluate(xte, yte, verbose=0)[1])
