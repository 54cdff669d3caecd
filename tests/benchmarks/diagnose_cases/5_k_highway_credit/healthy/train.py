"""Credit default scoring with a small highway network."""
import numpy as np
import keras
from keras import initializers, layers

keras.utils.set_random_seed(14)


class Highway(layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.transform = layers.Dense(units, activation="relu")
        self.gate = layers.Dense(units, activation="sigmoid",
                                 bias_initializer=initializers.Constant(-1.0))

    def call(self, x):
        t = self.gate(x)
        return t * self.transform(x) + (1.0 - t) * x


def applicants(n, seed):
    rng = np.random.default_rng(seed)
    income = rng.normal(0, 1, n)
    debt = rng.normal(0, 1, n)
    age = rng.normal(0, 1, n)
    history = rng.normal(0, 1, n)
    other = rng.normal(0, 1, (n, 4))
    # risky: debt and income out of balance, or very unusual history
    risk = 2.5 * np.abs(debt - income) + 1.5 * history ** 2 + 0.8 * age * debt - 4.2
    y = (risk + rng.normal(0, 0.4, n) > 0).astype("float32")
    return np.column_stack([income, debt, age, history, other]).astype("float32"), y


class PrintEvery(keras.callbacks.Callback):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % self.n == 0:
            print(f"epoch {epoch + 1:3d} " + " ".join(f"{k}={v:.4f}" for k, v in logs.items()))


x, y = applicants(2500, seed=4)
x_tr, x_te, y_tr, y_te = x[:2000], x[2000:], y[:2000], y[2000:]

inp = keras.Input((x.shape[1],))
h = layers.Dense(32)(inp)
for _ in range(3):
    h = Highway(32)(h)
out = layers.Dense(1, activation="sigmoid")(h)
model = keras.Model(inp, out)
model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="binary_crossentropy",
              metrics=["accuracy"])
model.fit(x_tr, y_tr, batch_size=64, epochs=12, validation_data=(x_te, y_te),
          callbacks=[PrintEvery(2)], verbose=0)
loss, acc = model.evaluate(x_te, y_te, verbose=0)
print(f"base rate {max(y_te.mean(), 1 - y_te.mean()):.3f}  test loss {loss:.3f}  test accuracy {acc:.3f}")
