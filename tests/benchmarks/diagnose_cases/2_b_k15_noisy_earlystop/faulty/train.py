import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(6)
rng = np.random.default_rng(6)


def survey(n, flip):
    x = rng.normal(size=(n, 25)).astype("float32")
    score = x[:, 0] + 0.8 * x[:, 1] - 0.7 * x[:, 2] + 0.4 * x[:, 3] * x[:, 4]
    y = (score > 0).astype("float32")
    wrong = rng.random(n) < flip
    return x, np.where(wrong, 1 - y, y)


x, y = survey(1200, flip=0.25)
x_test, y_test = survey(1500, flip=0.0)
x_train, y_train = x[:800], y[:800]
x_val, y_val = x[800:], y[800:]

model = keras.Sequential([
    keras.Input(shape=(25,)),
    layers.Dense(128, activation="relu"),
    layers.Dense(64, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="binary_crossentropy", metrics=["accuracy"])

stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)
model.fit(
    x_train, y_train,
    batch_size=32,
    epochs=60,
    callbacks=[stop],
    verbose=0,
)
print("stopped at epoch", stop.stopped_epoch)
print("train loss %.4f acc %.4f" % tuple(model.evaluate(x_train, y_train, verbose=0)))
print("test  loss %.4f acc %.4f" % tuple(model.evaluate(x_test, y_test, verbose=0)))
