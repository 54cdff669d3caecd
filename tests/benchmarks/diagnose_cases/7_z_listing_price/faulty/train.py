import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers

from dataset import Listings, make_listings


def price_model():
    plan = keras.Input((12, 12, 1), name="plan")
    facts = keras.Input((3,), name="facts")
    p = layers.Conv2D(12, 3, activation="relu")(plan)
    p = layers.Conv2D(12, 3, activation="relu")(p)
    p = layers.GlobalAveragePooling2D()(p)
    f = layers.Dense(16, activation="relu")(facts)
    h = layers.Concatenate()([p, f])
    h = layers.Dense(32, activation="relu")(h)
    return keras.Model([plan, facts], layers.Dense(1)(h))


def main():
    keras.utils.set_random_seed(13)
    rng = np.random.default_rng(13)
    train = Listings(*make_listings(1500, rng), shuffle=True)
    held_out = make_listings(300, rng)

    model = price_model()
    model.compile(optimizer=keras.optimizers.Adam(6e-3), loss="mse", metrics=["mae"])
    model.fit(train, validation_data=Listings(*held_out), epochs=10, verbose=2)

    plans, facts, price = held_out
    pred = model.predict([plans, facts], verbose=0)[:, 0]
    print(f"held-out R2 {1 - np.mean((pred - price) ** 2) / price.var():.3f}")


if __name__ == "__main__":
    main()
