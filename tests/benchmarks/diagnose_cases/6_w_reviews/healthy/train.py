"""Rating (1..5 stars) of synthetic product reviews."""
from dataclasses import dataclass, asdict

import keras
import numpy as np
from keras import layers


@dataclass
class HParams:
    vocab: int = 200
    length: int = 30
    embed: int = 16
    filters: int = 32
    hidden: int = 32
    dropout: float = 0.1
    lr: float = 3e-3
    batch: int = 64
    epochs: int = 14
    seed: int = 6


GOOD, BAD, NOT = range(2, 30), range(30, 58), 1


def write_review(hp, rng):
    words = rng.integers(60, hp.vocab, size=hp.length)
    n = rng.integers(3, 9)
    mood = rng.uniform(0, 1)
    score = 0
    for pos in rng.choice(np.arange(1, hp.length, 2), size=n, replace=False):
        good = rng.random() < mood
        words[pos] = rng.choice(GOOD if good else BAD)
        if rng.random() < 0.2:
            words[pos - 1] = NOT
            good = not good
        score += 1 if good else -1
    return words, score / 4


def corpus(n, hp, rng):
    pairs = [write_review(hp, rng) for _ in range(n)]
    x = np.stack([p[0] for p in pairs])
    y = np.clip(np.array([p[1] for p in pairs]) + 3 + rng.normal(0, 0.1, n), 1, 5)
    return x.astype("int64"), y.astype("float32")


def build(hp):
    tokens = keras.Input((hp.length,), dtype="int64")
    x = layers.Embedding(hp.vocab, hp.embed)(tokens)
    x = layers.Dropout(hp.dropout)(x)
    x = layers.Conv1D(hp.filters, 2, activation="relu")(x)
    x = layers.GlobalAveragePooling1D()(x)
    x = layers.Dropout(hp.dropout)(x)
    x = layers.Dense(hp.hidden, activation="relu")(x)
    x = layers.Dropout(hp.dropout)(x)
    stars = layers.Dense(1, bias_initializer=keras.initializers.Constant(3.0))(x)
    return keras.Model(tokens, stars)


def main(hp=HParams()):
    print(asdict(hp))
    keras.utils.set_random_seed(hp.seed)
    rng = np.random.default_rng(hp.seed)
    x, y = corpus(3000, hp, rng)
    xt, yt = corpus(500, hp, rng)
    model = build(hp)
    model.compile(keras.optimizers.Adam(hp.lr), "mse", metrics=["mae"])
    model.fit(x, y[:, None], validation_data=(xt, yt[:, None]), batch_size=hp.batch, epochs=hp.epochs, verbose=2)
    pred = model.predict(xt, verbose=0)[:, 0]
    r2 = 1 - np.sum((pred - yt) ** 2) / np.sum((yt - yt.mean()) ** 2)
    print(f"test MAE {np.abs(pred - yt).mean():.3f} stars, R2 {r2:.3f}")


main()
