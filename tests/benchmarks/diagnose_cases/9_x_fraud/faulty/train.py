"""Fraud scoring on card transactions."""
import keras
import numpy as np
from keras import layers, regularizers


def transactions(n, rng):
    amount = rng.lognormal(3.0, 1.0, n)
    hour = rng.uniform(0, 24, n)
    distance = rng.exponential(20, n)
    merchant = rng.integers(0, 12, n)
    tries = rng.poisson(1.0, n)
    risky = np.isin(merchant, [2, 5, 9])
    score = (1.2 * (np.log(amount) - 3) + 1.5 * np.cos((hour - 3) / 24 * 2 * np.pi)
             + 0.03 * distance + 1.6 * risky * (tries > 1) - 4.2)
    fraud = rng.random(n) < 1 / (1 + np.exp(-2 * score))
    num = np.stack([np.log(amount), np.cos(hour / 24 * 2 * np.pi), np.sin(hour / 24 * 2 * np.pi),
                    np.log1p(distance), tries], axis=1)
    return num.astype("float32"), merchant.astype("int32"), fraud.astype("float32")


def make_model():
    num = keras.Input((5,), name="num")
    merch = keras.Input((), dtype="int32", name="merchant")
    x = layers.Concatenate()([num, layers.Embedding(12, 4)(merch)])
    for width in (64, 32):
        x = layers.Dense(width, kernel_regularizer=regularizers.L2(1e-5))(x)
        x = layers.LeakyReLU(negative_slope=0.1)(x)
    p = layers.Dense(1, activation="sigmoid")(x)
    model = keras.Model({"num": num, "merchant": merch}, p)
    model.compile(optimizer=keras.optimizers.Adam(1e-3),
                  loss=keras.losses.BinaryCrossentropy(),
                  metrics=[keras.metrics.AUC(curve="PR", name="pr_auc")])
    return model


keras.utils.set_random_seed(14)
rng = np.random.default_rng(14)
num, merch, y = transactions(9000, rng)
print("fraud rate %.3f" % y.mean())
mean, std = num[:6000].mean(0), num[:6000].std(0)
num = (num - mean) / std


def part(a, b):
    return {"num": num[a:b], "merchant": merch[a:b]}, y[a:b]


(x_tr, y_tr), (x_va, y_va), (x_te, y_te) = part(0, 6000), part(6000, 7500), part(7500, 9000)

model = make_model()
stopper = keras.callbacks.EarlyStopping(
    monitor="val_pr_auc",
    mode="min",
    patience=3,
    restore_best_weights=True,
    verbose=1,
)
model.fit(x_tr, y_tr, validation_data=(x_va, y_va), epochs=14, batch_size=128,
          callbacks=[stopper], verbose=2)
loss, pr = model.evaluate(x_te, y_te, verbose=0)
print(f"test: loss {loss:.4f}, PR-AUC {pr:.3f}")
