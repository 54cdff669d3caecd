import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(31)
rng = np.random.default_rng(31)

LENGTH = 64
n = 2400


def beat(kind):
    w = np.arange(11) - 5
    up = np.exp(-0.5 * ((w + 2.2) / 1.2) ** 2)
    down = np.exp(-0.5 * ((w - 2.2) / 1.2) ** 2)
    if kind == 0:
        return up - down
    if kind == 1:
        return down - up
    return 0.7 * np.sin(w * 1.6)


labels = rng.integers(0, 3, n)
signals = rng.normal(0, 0.2, (n, LENGTH))
for i, k in enumerate(labels):
    for start in rng.choice([2, 18, 34, 50], rng.integers(1, 4), replace=False):
        signals[i, start:start + 11] += rng.uniform(0.8, 1.2) * beat(k)
signals = signals.astype("float32")[..., None]


def build(filters=(16, 24), kernel_size=7):
    model = keras.Sequential(name="ecgnet")
    model.add(keras.Input((LENGTH, 1)))
    for f in filters:
        model.add(layers.Conv1D(f, kernel_size, padding="same"))
        model.add(layers.BatchNormalization())
        model.add(layers.Activation("relu"))
    model.add(layers.GlobalMaxPooling1D())
    model.add(layers.Dense(3, activation="softmax"))
    return model


class PrintEvery(keras.callbacks.Callback):
    def __init__(self, every):
        super().__init__()
        self.every = every

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % self.every == 0:
            print("epoch %3d  " % (epoch + 1) + "  ".join(f"{k} {v:.4f}" for k, v in logs.items()))


model = build(kernel_size=9)
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(signals[:1900], labels[:1900], batch_size=32, epochs=10, verbose=0,
          validation_data=(signals[1900:], labels[1900:]), callbacks=[PrintEvery(2)])
print("held-out accuracy", model.evaluate(signals[1900:], labels[1900:], verbose=0)[1])
