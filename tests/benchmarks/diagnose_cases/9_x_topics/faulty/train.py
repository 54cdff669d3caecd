"""Tag short documents with topics, optimising an F1 objective."""
import argparse

import keras
import numpy as np
from keras import layers, ops

N_TAGS = 8
VOCAB = 240
EPS = 1e-7


def make_corpus(n, rng):
    """Bag-of-words counts; each topic has its own group of words."""
    topic_words = rng.dirichlet(np.full(VOCAB, 0.05), size=N_TAGS)
    tags = (rng.random((n, N_TAGS)) < 0.3).astype("float32")
    tags[tags.sum(1) == 0, 0] = 1.0
    docs = np.zeros((n, VOCAB), dtype="float32")
    for i in range(n):
        mix = tags[i] @ topic_words
        mix = 0.85 * mix / mix.sum() + 0.15 / VOCAB
        docs[i] = rng.multinomial(60, mix)
    return np.log1p(docs), tags


def f1_loss(y_true, y_pred):
    y_pred = ops.round(ops.clip(y_pred, 0.0, 1.0))
    tp = ops.sum(y_true * y_pred, axis=0)
    fp = ops.sum((1.0 - y_true) * y_pred, axis=0)
    fn = ops.sum(y_true * (1.0 - y_pred), axis=0)
    f1 = 2.0 * tp / (2.0 * tp + fp + fn + EPS)
    return 1.0 - ops.mean(f1)


def build(hidden):
    inp = keras.Input((VOCAB,), name="counts")
    h = layers.Dense(hidden, activation="relu")(inp)
    h = layers.Dropout(0.2)(h)
    h = layers.Dense(hidden // 2, activation="relu")(h)
    out = layers.Dense(N_TAGS, activation="sigmoid", name="tags")(h)
    return keras.Model(inp, out)


def macro_f1(y, p):
    z = (p > 0.5).astype("float32")
    tp = (y * z).sum(0)
    return float(np.mean(2 * tp / np.maximum(y.sum(0) + z.sum(0), 1)))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=8)
    ap.add_argument("--batch", type=int, default=64)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--hidden", type=int, default=64)
    ap.add_argument("--seed", type=int, default=3)
    args = ap.parse_args()

    keras.utils.set_random_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    x, y = make_corpus(3000, rng)
    x_tr, y_tr, x_va, y_va = x[:2400], y[:2400], x[2400:], y[2400:]

    model = build(args.hidden)
    model.compile(optimizer=keras.optimizers.Adam(args.lr), loss=f1_loss)
    model.fit(x_tr, y_tr, validation_data=(x_va, y_va),
              epochs=args.epochs, batch_size=args.batch, verbose=2)
    print("held-out macro F1: %.3f" % macro_f1(y_va, model.predict(x_va, verbose=0)))


if __name__ == "__main__":
    main()
