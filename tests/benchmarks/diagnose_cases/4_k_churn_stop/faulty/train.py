import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(70)
rng = np.random.default_rng(70)


def customers(n):
    """usage, tenure, tickets, price ... -> churned or not"""
    x = rng.normal(size=(n, 12))
    ring = x[:, 0] ** 2 + x[:, 1] ** 2
    logit = 4.0 * (ring < 1.4) - 2.0 + 1.8 * x[:, 2] * x[:, 3]
    y = logit + 0.4 * rng.normal(size=n) > 0
    return x.astype("float32"), y.astype("float32").reshape(-1, 1)


x_train, y_train = customers(3000)
x_val, y_val = customers(500)
x_test, y_test = customers(800)

model = keras.Sequential([
    keras.Input((12,)),
    layers.Dense(64, activation="relu"),
    layers.Dense(32, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss="binary_crossentropy",
    metrics=[keras.metrics.Accuracy(name="acc")],
)
stopper = keras.callbacks.EarlyStopping(
    monitor="val_acc", mode="max", patience=6, restore_best_weights=True, verbose=1
)
model.fit(
    x_train, y_train,
    epochs=30, batch_size=100,
    validation_data=(x_val, y_val),
    callbacks=[stopper],
    verbose=2,
)

p = model.predict(x_test, verbose=0)
hit = float(np.mean((p > 0.5) == (y_test > 0.5)))
print(f"churn test: {hit:.3f} of customers right, base rate {max(y_test.mean(), 1 - y_test.mean()):.3f}")
