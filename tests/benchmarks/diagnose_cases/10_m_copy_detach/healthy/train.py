import numpy as np
import keras
from keras import layers, ops

"""A hand-unrolled recurrent encoder: which command opened the session?"""

STEPS, N_CMD, N_NOISE = 12, 4, 6


class RecurrentEncoder(layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.candidate = layers.Dense(units, activation="tanh")
        self.gate = layers.Dense(units, activation="sigmoid")

    def call(self, seq):
        state = ops.zeros((ops.shape(seq)[0], self.units))
        for t in range(STEPS):
            joined = ops.concatenate([seq[:, t], state], axis=-1)
            z = self.gate(joined)
            state = (1.0 - z) * state + z * self.candidate(joined)
        return state


class SessionModel(keras.Model):
    def __init__(self):
        super().__init__()
        self.embed = layers.Embedding(N_CMD + N_NOISE, 16)
        self.encoder = RecurrentEncoder(32)
        self.readout = layers.Dense(N_CMD, activation="softmax")

    def call(self, ids):
        return self.readout(self.encoder(self.embed(ids)))


def sessions(n, rng):
    ids = rng.integers(N_CMD, N_CMD + N_NOISE, (n, STEPS))
    opener = rng.integers(0, N_CMD, n)
    ids[:, 0] = opener
    # later commands are decoys
    k = rng.integers(3, STEPS, n)
    ids[np.arange(n), k] = rng.integers(0, N_CMD, n)
    return ids.astype("int32"), opener


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print("epoch", epoch + 1, " ".join(f"{k}={v:.3f}" for k, v in logs.items()))


if __name__ == "__main__":
    keras.utils.set_random_seed(13)
    rng = np.random.default_rng(13)
    x, y = sessions(1920, rng)
    xv, yv = sessions(256, rng)
    xt, yt = sessions(512, rng)
    model = SessionModel()
    model.compile(keras.optimizers.Adam(5e-3), loss="sparse_categorical_crossentropy", metrics=["acc"])
    model.fit(x, y, epochs=8, batch_size=64, validation_data=(xv, yv), verbose=0, callbacks=[Report()])
    print("test acc:", round(model.evaluate(xt, yt, verbose=0)[1], 3))
