"""Three kinds of wine from chemical measurements, with a sequential Keras model."""

import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(8)
rng = np.random.default_rng(8)

centres = rng.normal(0.0, 1.0, size=(3, 9))
scales = 10.0 ** rng.uniform(-1.0, 2.0, size=9)


def measure(count):
    kinds = rng.integers(0, 3, size=count)
    values = centres[kinds] + rng.normal(0.0, 0.9, size=(count, 9))
    return (values * scales + 4 * scales).astype("float32"), kinds


x_train, y_train = measure(1200)
x_test, y_test = measure(400)
mean, std = x_train.mean(axis=0), x_train.std(axis=0)
x_train = (x_train - mean) / std
x_test = (x_test - mean) / std

model = keras.Sequential(
    [
        layers.Input(shape=(9,)),
        layers.Dense(32, activation="relu"),
        layers.Dropout(0.1),
        layers.Dense(16, activation="relu"),
        layers.Dense(3, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=0.005),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(x_train, y_train, batch_size=32, epochs=6, validation_data=(x_test, y_test), verbose=2)
predicted = model.predict(x_test, verbose=0).argmax(axis=1)
print(f"quality: {(predicted == y_test).mean():.4f}")
