"""Find promoter-like DNA sequences that contain the motif TATAAT (with jitter)."""
import numpy as np
import keras
from keras import layers

BASES = "ACGT"
MOTIF = "TATAAT"
HP = {
    "n_filters": 24,
    "kernel_size": 8,
    "dense": 24,
    "lr": 4e-3,
    "epochs": 10,
    "batch_size": 50,
    "seed": 31,
}


def one_hot(seqs):
    table = {b: i for i, b in enumerate(BASES)}
    idx = np.array([[table[c] for c in s] for s in seqs])
    return np.eye(4, dtype="float32")[idx]


def sample(n, length, rng):
    seqs, labels = [], []
    for i in range(n):
        s = list(rng.choice(list(BASES), size=length))
        pos = rng.integers(0, length - len(MOTIF))
        m = list(MOTIF)
        label = i % 2
        if label == 0:
            rng.shuffle(m)          # same letters, so the composition tells nothing
        s[pos:pos + len(MOTIF)] = m
        seqs.append("".join(s))
        labels.append(int(MOTIF in seqs[-1]))
    return one_hot(seqs), np.array(labels, dtype="float32")


def build(hp, length):
    model = keras.Sequential(name="motif_finder")
    model.add(keras.Input((length, 4)))
    model.add(layers.Conv1D(hp["n_filters"], hp["kernel_size"], activation="relu", padding="valid"))
    model.add(layers.GlobalMaxPooling1D())
    model.add(layers.Dense(hp["dense"], activation="relu"))
    model.add(layers.Dense(1, activation="sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer=keras.optimizers.Adam(hp["lr"]),
                  metrics=["accuracy"])
    return model


keras.utils.set_random_seed(HP["seed"])
rng = np.random.default_rng(HP["seed"])
x_train, y_train = sample(2000, 40, rng)
x_test, y_test = sample(500, 40, rng)
print("positives in train:", y_train.mean())

model = build(HP, 40)
model.fit(x_train, y_train, validation_split=0.1, epochs=HP["epochs"],
          batch_size=HP["batch_size"], verbose=2)
loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"held-out loss {loss:.3f} accuracy {acc:.3f}")
