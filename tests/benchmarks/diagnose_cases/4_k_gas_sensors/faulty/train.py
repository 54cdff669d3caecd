import keras
import numpy as np
from keras import layers

# 16 gas sensors, 8 gases, some drift. Ported from an old script.
GASES = 8
rng = np.random.default_rng(64)
keras.utils.set_random_seed(64)

response = rng.uniform(0.6, 1.3, (GASES, 16))


def sample(n):
    gas = rng.integers(0, GASES, n)
    conc = rng.uniform(0.3, 2.0, n)
    x = response[gas] * np.log1p(conc)[:, None] * 2
    x = x + 0.12 * rng.normal(size=x.shape) + 0.2 * rng.normal(size=(n, 1))
    return x.astype("float32"), np.eye(GASES, dtype="float32")[gas]


def batches(x, y, batch_size):
    while True:
        i = rng.integers(0, len(x), batch_size)
        yield x[i], y[i]


x_train, y_train = sample(3000)
x_val, y_val = sample(600)

HIDDEN, DROPOUT = 32, 0.9

inputs = keras.Input((16,))
h = layers.Normalization(mean=x_train.mean(0), variance=x_train.var(0))(inputs)
h = layers.Dense(HIDDEN, activation="relu")(h)
h = layers.Dropout(DROPOUT)(h)
h = layers.Dense(HIDDEN, activation="relu")(h)
h = layers.Dropout(DROPOUT)(h)
outputs = layers.Dense(GASES, activation="softmax")(h)
net = keras.Model(inputs, outputs)

net.compile(optimizer=keras.optimizers.Adam(3e-3), loss="categorical_crossentropy",
            metrics=["categorical_accuracy"])
net.fit(batches(x_train, y_train, 64), steps_per_epoch=45, epochs=8,
        validation_data=(x_val, y_val), verbose=2)
res = net.evaluate(x_val, y_val, verbose=0, return_dict=True)
print({k: round(v, 3) for k, v in res.items()})
