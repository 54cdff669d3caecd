"""Does the alarm event (1) come before the reset event (2) in a machine log?"""
import os
os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
from keras import layers, ops

VOCAB, LENGTH, DIM = 24, 20, 32


def logs(n, rng):
    seq = rng.integers(3, VOCAB, (n, LENGTH))
    label = rng.integers(0, 2, n)
    for i in range(n):
        a, b = np.sort(rng.choice(LENGTH, 2, replace=False))
        if label[i] == 0:
            a, b = b, a
        seq[i, a], seq[i, b] = 1, 2
    flip = rng.random(n) < 0.02
    label[flip] = 1 - label[flip]
    return seq.astype("int32"), label.astype("float32")[:, None]


def encoder_block(x, heads=4, ff=64):
    att = layers.MultiHeadAttention(heads, DIM // heads)(x, x)
    x = layers.LayerNormalization()(x + att)
    y = layers.Dense(ff, activation="relu")(x)
    y = layers.Dense(DIM)(y)
    return layers.LayerNormalization()(x + y)


def build():
    tokens = keras.Input((LENGTH,), dtype="int32")
    x = layers.Embedding(VOCAB, DIM)(tokens)
    x = x + layers.Embedding(LENGTH, DIM)(ops.cumsum(ops.ones_like(tokens), axis=1) - 1)
    for _ in range(2):
        x = encoder_block(x)
    x = layers.GlobalMaxPooling1D()(x)
    x = layers.Dense(32, activation="relu")(x)
    return keras.Model(tokens, layers.Dense(1, activation="sigmoid")(x))


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(f"epoch {epoch + 1:2d}  loss {logs['loss']:.3f}  acc {logs['acc']:.3f}  "
              f"val_loss {logs['val_loss']:.3f}  val_acc {logs['val_acc']:.3f}")


def main():
    keras.utils.set_random_seed(8)
    rng = np.random.default_rng(8)
    x, y = logs(3200, rng)
    xv, yv = logs(600, rng)
    model = build()
    model.compile(keras.optimizers.Adam(2e-3), "binary_crossentropy",
                  metrics=[keras.metrics.BinaryAccuracy(name="acc")])
    model.fit(x, y, batch_size=64, epochs=6, validation_data=(xv, yv),
              callbacks=[Report()], verbose=0)
    print("final accuracy: %.3f" % model.evaluate(xv, yv, verbose=0)[1])


if __name__ == "__main__":
    main()
