import os
os.environ["KERAS_BACKEND"] = "torch"

import numpy as np
import keras
from keras import layers


def gen(n, seed, length=64):
    r = np.random.default_rng(seed)
    t = np.arange(length)
    clean = np.zeros((n, length))
    for _ in range(3):
        centre = r.uniform(4, length - 4, (n, 1))
        width = r.uniform(1.5, 4.0, (n, 1))
        height = r.uniform(0.4, 1.5, (n, 1))
        clean += height * np.exp(-0.5 * ((t - centre) / width) ** 2)
    noisy = clean + r.normal(0, 0.35, clean.shape) + 0.5 * np.sin(t / 9 + r.uniform(0, 6, (n, 1)))
    return noisy.astype("float32"), clean.astype("float32")


def autoencoder(length=64):
    enc = keras.Sequential([layers.Input((length,)), layers.Dense(96, activation="relu"), layers.Dense(32, activation="relu")], name="encoder")
    dec = keras.Sequential([layers.Input((32,)), layers.Dense(96, activation="relu"), layers.Dense(length)], name="decoder")
    inp = layers.Input((length,))
    return keras.Model(inp, dec(enc(inp)), name="spectrum_denoiser")


OPTIMIZERS = {
    "sgd": keras.optimizers.SGD,
    "adam": keras.optimizers.Adam,
    "rmsprop": keras.optimizers.RMSprop,
    "adadelta": keras.optimizers.Adadelta,
}
settings = dict(optimizer="adadelta", epochs=14, batch_size=64, seed=12)

if __name__ == "__main__":
    keras.utils.set_random_seed(settings["seed"])
    x, y = gen(2500, 100)
    xv, yv = gen(300, 200)
    xt, yt = gen(500, 300)
    model = autoencoder()
    model.compile(optimizer=OPTIMIZERS[settings["optimizer"]](learning_rate=1e-3), loss="mse")
    h = model.fit(x, y, validation_data=(xv, yv), epochs=settings["epochs"],
                  batch_size=settings["batch_size"], verbose=0)
    for i in range(0, settings["epochs"], 2):
        print("epoch %2d  loss %.4f  val_loss %.4f" % (i, h.history["loss"][i], h.history["val_loss"][i]))
    out = model.predict(xt, verbose=0)
    gain = 10 * np.log10(np.mean((xt - yt) ** 2) / np.mean((out - yt) ** 2))
    print("noise reduction on test spectra: %.2f dB" % gain)
