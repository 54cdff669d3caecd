import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(3)
rng = np.random.default_rng(3)
n = 3000
x = rng.normal(size=(n, 8)).astype("float32")
y = ((x[:, 0] ** 2 + x[:, 1] * x[:, 2] + 0.3 * rng.normal(size=n)) > 2.2).astype("float32")
pos = y[:2400].mean()
print("positive rate %.3f" % pos)

model = keras.Sequential([
    keras.Input((8,)),
    layers.Dense(64, activation="relu"),
    layers.Dense(32, activation="relu"),
    layers.Dense(1),
])
model.compile(
    optimizer="adam",
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0), keras.metrics.AUC(from_logits=True, name="auc")],
)
model.fit(x[:2400], y[:2400], batch_size=32, epochs=12, verbose=2,
          class_weight={0: 0.5 / (1 - pos), 1: 0.5 / pos}, validation_data=(x[2400:], y[2400:]))
logits = model.predict(x[2400:], verbose=0)[:, 0]
pred = logits > 0
truth = y[2400:] > 0.5
print("balanced accuracy %.3f" % (0.5 * ((pred & truth).sum() / truth.sum() + (~pred & ~truth).sum() / (~truth).sum())))
