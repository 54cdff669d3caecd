# Rare event detector on vibration windows. About 12% of the windows contain an event.
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(17)
rng = np.random.default_rng(17)


def windows(n, length=64):
    x = rng.normal(scale=0.4, size=(n, length))
    y = (rng.random(n) < 0.12).astype("float32")
    t = np.arange(16)
    burst = np.exp(-t / 6.0) * np.sin(t * 1.3) * 2.2
    for i in np.flatnonzero(y):
        p = rng.integers(0, length - 16)
        x[i, p:p + 16] += burst
    return x[..., None].astype("float32"), y


def build_detector(prior):
    # start the classifier at the base rate, see the RetinaNet paper
    b0 = float(np.log(prior / (1 - prior)))
    inp = keras.Input((64, 1))
    h = layers.Conv1D(16, 9, activation="relu")(inp)
    h = layers.MaxPooling1D(2)(h)
    h = layers.Conv1D(24, 5, activation="relu")(h)
    h = layers.GlobalMaxPooling1D()(h)
    h = layers.Dense(24, activation="relu", bias_initializer=keras.initializers.Constant(-8.0))(h)
    out = layers.Dense(1, activation="sigmoid", bias_initializer=keras.initializers.Constant(b0))(h)
    return keras.Model(inp, out)


x_tr, y_tr = windows(2400)
x_te, y_te = windows(1000)

model = build_detector(prior=y_tr.mean())
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss="binary_crossentropy",
    metrics=[keras.metrics.AUC(name="auc"), keras.metrics.Recall(name="recall")],
)
model.fit(x_tr, y_tr, epochs=7, batch_size=64, validation_data=(x_te, y_te), verbose=2)

p = model.predict(x_te, verbose=0)[:, 0]
hit = (p > 0.5) & (y_te > 0)
print(f"recall {hit.sum() / y_te.sum():.3f}  precision {hit.sum() / max(1, (p > 0.5).sum()):.3f}")
