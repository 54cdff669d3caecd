import os
os.environ.setdefault("KERAS_BACKEND", "torch")
import argparse
import numpy as np
import keras
from keras import layers


def texture_patches(count, rng, size=16):
    """8-bit grey patches: oriented gratings with a bright or dark disc."""
    yy, xx = np.mgrid[0:size, 0:size].astype("float32")
    out = np.empty((count, size, size), "float32")
    for i in range(count):
        angle = rng.uniform(0, np.pi)
        freq = rng.uniform(0.3, 0.7)
        wave = np.sin(freq * (np.cos(angle) * xx + np.sin(angle) * yy) + rng.uniform(0, 6.28))
        img = 127.5 + 90 * wave
        cy, cx = rng.uniform(4, 12, 2)
        disc = (yy - cy) ** 2 + (xx - cx) ** 2 < rng.uniform(4, 12)
        img[disc] = rng.choice([10, 245])
        out[i] = img
    return np.clip(out, 0, 255).astype("uint8")


def to_network(patches):
    return (patches.astype("float32") / 127.5 - 1.0)[..., None]


def build_denoiser(width):
    inp = keras.Input((16, 16, 1))
    h = layers.Conv2D(width, 3, padding="same", activation="relu")(inp)
    skip = h
    h = layers.Conv2D(width * 2, 3, strides=2, padding="same", activation="relu")(h)
    h = layers.Conv2D(width * 2, 3, padding="same", activation="relu")(h)
    h = layers.Conv2DTranspose(width, 3, strides=2, padding="same", activation="relu")(h)
    h = layers.Concatenate()([h, skip])
    h = layers.Conv2D(width, 3, padding="same", activation="relu")(h)
    out = layers.Conv2D(1, 3, padding="same", activation="sigmoid")(h)
    return keras.Model(inp, out, name="denoiser")


def psnr(a, b):
    return 10 * np.log10(4.0 / np.mean((a - b) ** 2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--noise", type=float, default=0.35)
    args = parser.parse_args()

    keras.utils.set_random_seed(5)
    rng = np.random.default_rng(5)
    clean_train = to_network(texture_patches(800, rng))
    clean_test = to_network(texture_patches(300, rng))
    noisy_train = clean_train + rng.normal(0, args.noise, clean_train.shape).astype("float32")
    noisy_test = clean_test + rng.normal(0, args.noise, clean_test.shape).astype("float32")

    model = build_denoiser(args.width)
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse")
    model.fit(noisy_train, clean_train, validation_data=(noisy_test, clean_test),
              epochs=args.epochs, batch_size=32, verbose=2)

    restored = model.predict(noisy_test, verbose=0)
    print(f"PSNR noisy {psnr(noisy_test, clean_test):.2f} dB, restored {psnr(restored, clean_test):.2f} dB")
