"""Satisfaction score from a small survey: 30 items, 400 noisy answers."""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(6)
rng = np.random.default_rng(6)


def survey(n):
    items = rng.normal(0, 1, (n, 30)).astype("float32")
    mood = 0.7 * items[:, 0] + 0.5 * items[:, 1] - 0.6 * items[:, 2] + 0.4 * np.tanh(2 * items[:, 3])
    answer = mood + rng.normal(0, 1.6, n)
    return items, answer.astype("float32")[:, None], mood.astype("float32")[:, None]


x, y, _ = survey(400)
x_new, _, y_new = survey(1000)

model = keras.Sequential([
    keras.Input((30,)),
    layers.Dense(256, activation="relu"),
    layers.Dense(64, activation="relu"),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse", metrics=["mae"])

early = keras.callbacks.EarlyStopping(monitor="val_loss", patience=6,
                                      restore_best_weights=True)
history = model.fit(
    x, y,
    epochs=90,
    batch_size=32,
    validation_split=0.25,
    callbacks=[early],
    verbose=2,
)
print("epochs run:", len(history.history["loss"]))
pred = model.predict(x_new, verbose=0)
r2 = 1 - np.mean((pred - y_new) ** 2) / y_new.var()
print(f"new customers: mae {np.abs(pred - y_new).mean():.3f} R2 {r2:.3f}")
