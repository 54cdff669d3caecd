# Screening of card transactions; about 2 % of them are fraudulent.
import os
os.environ["KERAS_BACKEND"] = "torch"
import keras
import numpy as np


def transactions(n, rng):
    x = rng.normal(size=(n, 14))
    risk = 1.6 * x[:, 0] * x[:, 1] + 1.3 * x[:, 2] + np.abs(x[:, 3]) * 1.2 - x[:, 4]
    risk = risk + rng.normal(0, 0.35, n)
    y = risk > THRESHOLD
    return x.astype("float32"), y.astype("float32")[:, None]


THRESHOLD = 6.0


def build_model(n_features, initial_bias):
    inputs = keras.Input((n_features,), name="features")
    h = keras.layers.Dense(48, activation="relu")(inputs)
    h = keras.layers.Dense(48, activation="relu")(h)
    score = keras.layers.Dense(
        1, activation="sigmoid",
        bias_initializer=keras.initializers.Constant(initial_bias),
        name="fraud",
    )(h)
    model = keras.Model(inputs, score)
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[keras.metrics.AUC(name="pr_auc", curve="PR")],
    )
    return model


keras.utils.set_random_seed(17)
rng = np.random.default_rng(17)
x, y = transactions(12000, rng)
x_val, y_val = transactions(4000, rng)

pos = float(y.sum())
neg = float(len(y) - pos)
print(f"{int(pos)} fraud / {int(neg)} legitimate")

model = build_model(x.shape[1], initial_bias=neg / pos)
model.fit(x, y, batch_size=128, epochs=8, validation_data=(x_val, y_val), verbose=2)

p = model.predict(x_val, batch_size=512, verbose=0)
flag = p > 0.5
tp = float((flag * y_val).sum())
print("flagged %d  precision %.3f  recall %.3f" % (
    flag.sum(), tp / max(flag.sum(), 1), tp / y_val.sum()))
