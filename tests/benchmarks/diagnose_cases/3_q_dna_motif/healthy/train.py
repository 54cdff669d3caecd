"""DNA-like sequences: does the sequence contain the binding motif (in order)?"""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(12)
rng = np.random.default_rng(12)

MOTIF = np.array([0, 2, 1, 3, 3, 0, 1])
LENGTH = 50
params = {"filters": 24, "kernel_size": 7, "dense": 24, "epochs": 8, "batch_size": 64}


def make(n):
    seq = rng.integers(0, 4, (n, LENGTH))
    label = rng.integers(0, 2, n)
    for i in range(n):
        p = rng.integers(0, LENGTH - 7)
        # negatives get the same letters in another order, so that the composition tells nothing
        seq[i, p:p + 7] = MOTIF if label[i] else rng.permutation(MOTIF)
    return np.eye(4, dtype="float32")[seq], label.astype("float32")


x, y = make(3000)
xt, yt = make(800)

model = keras.Sequential([
    layers.Input((LENGTH, 4)),
    layers.Conv1D(params["filters"], params["kernel_size"], activation="relu"),
    layers.GlobalMaxPooling1D(),
    layers.Dense(params["dense"], activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=keras.optimizers.Adam(0.01), loss="binary_crossentropy", metrics=["accuracy"])
model.fit(x, y, epochs=params["epochs"], batch_size=params["batch_size"], validation_data=(xt, yt), verbose=2)
loss, acc = model.evaluate(xt, yt, verbose=0)
print(f"test loss {loss:.3f} accuracy {acc:.3f}")
