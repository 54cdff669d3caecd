"""Predict assay outcome (active / inactive) from molecular descriptors."""
import keras
import numpy as np
from keras import layers


def screen(n, rng, w, flip):
    x = rng.normal(size=(n, 8))
    y = (x @ w > 0).astype("float32")
    wrong = rng.random(n) < flip
    y[wrong] = 1 - y[wrong]
    return x.astype("float32"), y


def network():
    return keras.Sequential([
        keras.Input((8,)),
        layers.Dense(256, activation="relu"),
        layers.Dense(256, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ])


def main():
    keras.utils.set_random_seed(13)
    rng = np.random.default_rng(13)
    w = rng.normal(size=8)
    # primary screen is noisy, the confirmation set has been measured three times
    x, y = screen(700, rng, w, flip=0.25)
    x_confirm, y_confirm = screen(1000, rng, w, flip=0.0)

    model = network()
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="binary_crossentropy", metrics=["accuracy"])
    callbacks = [keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)]
    history = model.fit(x, y, validation_split=0.25, batch_size=60, epochs=60, callbacks=callbacks, verbose=2)

    print(f"epochs run: {len(history.history['loss'])}")
    print(f"screen accuracy:       {model.evaluate(x, y, verbose=0)[1]:.3f}")
    loss, acc = model.evaluate(x_confirm, y_confirm, verbose=0)
    print(f"confirmation accuracy: {acc:.3f}  loss {loss:.3f}")


if __name__ == "__main__":
    main()
