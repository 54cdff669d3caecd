# my first neural network: read the digits of a seven segment display
import numpy as np
import keras
from keras.models import Sequential
from keras.layers import Input, Dense, Flatten

np.random.seed(0)
keras.utils.set_random_seed(0)

segments = {
    0: "abcdef", 1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc",
    5: "afgcd", 6: "afgedc", 7: "abc", 8: "abcdefg", 9: "abcdfg",
}
where = {
    "a": (slice(1, 2), slice(2, 6)), "b": (slice(1, 6), slice(6, 7)),
    "c": (slice(6, 11), slice(6, 7)), "d": (slice(10, 11), slice(2, 6)),
    "e": (slice(6, 11), slice(1, 2)), "f": (slice(1, 6), slice(1, 2)),
    "g": (slice(5, 6), slice(2, 6)),
}


def make_images(n):
    X = np.zeros((n, 12, 8))
    Y = np.random.randint(0, 10, n)
    for i in range(n):
        for s in segments[Y[i]]:
            X[i][where[s]] = np.random.uniform(120, 255)
        X[i] += np.random.normal(0, 45, (12, 8))
    X = np.clip(X, 0, 255)
    return X, Y


X_train, y_train = make_images(3000)
X_test, y_test = make_images(600)

X_train = X_train.astype("float32") / 255
X_test = X_test.astype("float32") / 255

Y_train = keras.utils.to_categorical(y_train, 10)
Y_test = keras.utils.to_categorical(y_test, 10)

model = Sequential()
model.add(Input(shape=(12, 8)))
model.add(Flatten())
model.add(Dense(64, activation="relu"))
model.add(Dense(32, activation="relu"))
model.add(Dense(10, activation="softmax"))
model.summary()

model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])

model.fit(X_train, Y_train, batch_size=32, epochs=6, verbose=2, validation_data=(X_test, Y_test))

score = model.evaluate(X_test, Y_test, verbose=0)
print("Test loss:", score[0])
print("Test accuracy:", score[1])
