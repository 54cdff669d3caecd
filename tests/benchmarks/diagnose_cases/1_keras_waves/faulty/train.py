import numpy as np
import keras

SEED = 5
EPOCHS = 1
BATCH = 64

keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)


def waves(n, steps=16):
    """sine, square, saw or noise"""
    y = rng.integers(0, 4, n)
    t = np.arange(steps) / steps
    ph = rng.random((n, 1))
    f = rng.uniform(1.5, 2.5, (n, 1))
    arg = f * t + ph
    s = np.sin(2 * np.pi * arg)
    allw = np.stack([s, np.sign(s), 2 * (arg % 1) - 1, rng.normal(0, 0.7, (n, steps))], 1)
    x = allw[np.arange(n), y] + 0.1 * rng.normal(size=(n, steps))
    return x[..., None].astype("float32"), y


x, y = waves(1600)
xv, yv = waves(400)

model = keras.Sequential()
model.add(keras.Input((16, 1)))
model.add(keras.layers.Conv1D(16, 3, activation="relu"))
model.add(keras.layers.GRU(16))
model.add(keras.layers.Dense(4, activation="softmax"))
model.compile(loss="sparse_categorical_crossentropy", optimizer=keras.optimizers.Adam(4e-3), metrics=["accuracy"])
for e in range(EPOCHS):
    h = model.fit(x, y, batch_size=BATCH, epochs=1, verbose=0)
    vl, va = model.evaluate(xv, yv, verbose=0, batch_size=200)
    print(f"Epoch {e + 1}: loss={h.history['loss'][0]:.3f} acc={h.history['accuracy'][0]:.3f} | val loss={vl:.3f} acc={va:.3f}")
