import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(1)
rng = np.random.default_rng(1)

n = 3000
X = rng.normal(size=(n, 14)).astype("float32")
w = rng.normal(size=14)
margin = X @ w + 2.0 * X[:, 0] * X[:, 1] - 1.0
y = (margin + 0.3 * rng.normal(size=n) > 0).astype("float32")
x_train, x_val, y_train, y_val = X[:2400], X[2400:], y[:2400], y[2400:]

model = keras.Sequential([
    keras.Input((14,)),
    layers.Dense(48, activation="relu"),
    layers.Dense(24, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=keras.optimizers.SGD(0.05, momentum=0.9), loss="binary_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=10, batch_size=64, verbose=2)
print("final:", model.evaluate(x_val, y_val, verbose=0))
