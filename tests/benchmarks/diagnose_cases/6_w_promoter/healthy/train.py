"""Detect promoter regions in DNA by their binding motifs."""
import keras
import numpy as np
from keras import layers

BASES = "ACGT"
LENGTH = 60
FILTERS = 32
KERNEL_SIZE = 8
EPOCHS = 14
SEED = 9


def mutate(motif, rng):
    motif = list(motif)
    if rng.random() < 0.3:
        motif[rng.integers(len(motif))] = rng.choice(list(BASES))
    return motif


def sample(label, rng):
    seq = rng.choice(list(BASES), size=LENGTH)
    box35, box10 = mutate("TTGACA", rng), mutate("TATAAT", rng)
    if label == 0:
        rng.shuffle(box35)
        rng.shuffle(box10)
    start = rng.integers(2, 20)
    gap = rng.integers(15, 20)
    seq[start:start + 6] = box35
    seq[start + 6 + gap:start + 12 + gap] = box10
    return seq


def one_hot(seq):
    return (seq[:, None] == np.array(list(BASES))[None, :]).astype("float32")


def load(n, rng):
    y = rng.integers(0, 2, size=n)
    x = np.stack([one_hot(sample(k, rng)) for k in y])
    return x, y.astype("float32")


def make_model():
    seq = keras.Input((LENGTH, 4), name="sequence")
    h = layers.Conv1D(FILTERS, KERNEL_SIZE, padding="same", activation="relu", name="motifs")(seq)
    h = layers.GlobalMaxPooling1D()(h)
    h = layers.Dropout(0.2)(h)
    h = layers.Dense(16, activation="relu")(h)
    p = layers.Dense(1, activation="sigmoid", name="promoter")(h)
    return keras.Model(seq, p)


if __name__ == "__main__":
    keras.utils.set_random_seed(SEED)
    rng = np.random.default_rng(SEED)
    x_train, y_train = load(2400, rng)
    x_test, y_test = load(500, rng)
    model = make_model()
    model.compile(
        optimizer=keras.optimizers.Adam(4e-3),
        loss="binary_crossentropy",
        metrics=["accuracy", keras.metrics.AUC(name="auc")],
    )
    model.fit(x_train, y_train, validation_data=(x_test, y_test), batch_size=64, epochs=EPOCHS, verbose=2)
    scores = model.evaluate(x_test, y_test, verbose=0, return_dict=True)
    print({k: round(float(v), 3) for k, v in scores.items()})
