import numpy as np
import keras
from keras import layers

# Rare-fault alarm: about 3 % positives.  Logits, prior bias, class weights, big batches.
keras.utils.set_random_seed(33)
rng = np.random.default_rng(33)


def turbine(n):
    x = rng.normal(0, 1, (n, 10))
    score = 1.6 * x[:, 0] * x[:, 1] + 1.4 * np.abs(x[:, 2]) + x[:, 3] - 0.5 * x[:, 4]
    y = (score + rng.normal(0, 0.4, n) > 4.2).astype("float32")
    return x.astype("float32"), y[:, None]


def auc(y, s):
    r = np.empty(len(s)); r[np.argsort(s)] = np.arange(1, len(s) + 1)
    p = y.sum()
    return (r[y == 1].sum() - p * (p + 1) / 2) / (p * (len(y) - p))


xtr, ytr = turbine(9000)
xva, yva = turbine(2000)
xte, yte = turbine(4000)
rate = ytr.mean()
print(f"positive rate {rate:.3f}")

model = keras.Sequential([
    keras.Input((10,)),
    layers.Dense(64, activation="relu"),
    layers.Dense(64, activation="relu"),
    layers.Dense(1, bias_initializer=keras.initializers.Constant(np.log(rate / (1 - rate)))),
])
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc"), keras.metrics.AUC(from_logits=True, curve="PR", name="prauc")],
)
model.fit(xtr, ytr, validation_data=(xva, yva), batch_size=256, epochs=12, verbose=2)
s = model.predict(xte, batch_size=1024, verbose=0)[:, 0]
hit = s > 0
prec = yte[hit, 0].mean() if hit.any() else 0.0
print(f"test ROC AUC {auc(yte[:, 0], s):.3f}  precision {prec:.2f}  recall {hit[yte[:, 0] == 1].mean():.2f}")
