"""Clinical table: 600 patients, 12 measurements, unreliable diagnosis labels. Stop when it stops getting better."""
import numpy as np
import keras
from keras import layers

SEED = 1
keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)

n, d = 1600, 12
X = rng.normal(size=(n, d)).astype("float32")
w = rng.normal(size=d)
truth = (X @ w > 0).astype("float32")
# a quarter of the records carries the wrong diagnosis
y = np.where(rng.random(n) < 0.25, 1 - truth, truth).astype("float32")
X_train, y_train = X[:600], y[:600]
X_test, y_test = X[600:], truth[600:]


def build():
    return keras.Sequential([
        layers.Input((d,)),
        layers.Dense(128, activation="relu"),
        layers.Dense(128, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ])


model = build()
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
stopper = keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)
history = model.fit(
    X_train,
    y_train,
    validation_split=0.25,
    epochs=80,
    batch_size=64,
    callbacks=[stopper],
    verbose=0,
)
print("epochs run:", len(history.history["loss"]), " train loss %.4f" % history.history["loss"][-1])
loss, acc = model.evaluate(X_test, y_test, verbose=0)
print("test accuracy %.3f  log loss %.3f" % (acc, loss))
