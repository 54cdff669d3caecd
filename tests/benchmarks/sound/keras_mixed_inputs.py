"""Price of a used car from numbers and categories, with a functional model."""

import keras
import numpy as np
import pandas as pd
from keras import layers
from sklearn.model_selection import train_test_split

NUMERIC = ["year", "km", "engine", "power"]
CATEGORIES = {"maker": 40, "fuel": 6}

cars = pd.read_csv("cars.csv").dropna()
train, test = train_test_split(cars, test_size=0.15, random_state=9)
train, valid = train_test_split(train, test_size=0.15, random_state=9)

scale = layers.Normalization(axis=-1)
scale.adapt(train[NUMERIC].to_numpy("float32"))

numbers = keras.Input(shape=(len(NUMERIC),), name="numbers")
branches = [scale(numbers)]
inputs = {"numbers": numbers}
for name, size in CATEGORIES.items():
    category = keras.Input(shape=(1,), dtype="int32", name=name)
    inputs[name] = category
    embedded = layers.Embedding(size, 8)(category)
    branches.append(layers.Flatten()(embedded))

x = layers.Concatenate()(branches)
x = layers.Dense(128, activation="relu")(x)
x = layers.Dropout(0.2)(x)
x = layers.Dense(64, activation="relu")(x)
price = layers.Dense(1, name="price")(x)
model = keras.Model(inputs, price)


def features(frame):
    columns = {"numbers": frame[NUMERIC].to_numpy("float32")}
    for name in CATEGORIES:
        columns[name] = frame[[name]].to_numpy("int32")
    return columns


def target(frame):
    return np.log1p(frame["price"].to_numpy("float32"))


model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse", metrics=["mae"])
model.fit(
    features(train),
    target(train),
    validation_data=(features(valid), target(valid)),
    epochs=60,
    batch_size=64,
    callbacks=[keras.callbacks.EarlyStopping(patience=8, restore_best_weights=True)],
)
print(model.evaluate(features(test), target(test)))
