import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(11)
rng = np.random.default_rng(11)

# ---------------------------------------------------------------- data
T = 32
t = np.linspace(0, 1, T)


def pulses(n):
    """Heartbeat-like pulses: position, width and sign vary."""
    pos = rng.uniform(0.2, 0.8, (n, 1))
    width = rng.choice([0.04, 0.12], (n, 1))
    sign = rng.choice([-1.0, 1.0], (n, 1))
    s = sign * np.exp(-((t - pos) ** 2) / (2 * width ** 2))
    return (s + 0.03 * rng.standard_normal((n, T))).astype("float32")


train, valid = pulses(4000), pulses(800)


# --------------------------------------------------------------- model
class VectorQuantizer(layers.Layer):
    def __init__(self, num_codes, dim, beta=0.25, **kw):
        super().__init__(**kw)
        self.num_codes, self.dim, self.beta = num_codes, dim, beta

    def build(self, input_shape):
        self.codebook = self.add_weight(
            shape=(self.num_codes, self.dim),
            initializer=keras.initializers.RandomUniform(-0.5, 0.5),
            name="codebook",
        )

    def call(self, z):
        flat = ops.reshape(z, (-1, self.dim))
        dist = (ops.sum(flat ** 2, axis=1, keepdims=True)
                - 2 * ops.matmul(flat, ops.transpose(self.codebook))
                + ops.sum(self.codebook ** 2, axis=1))
        codes = ops.argmin(dist, axis=1)
        q = ops.reshape(ops.take(self.codebook, codes, axis=0), ops.shape(z))
        commit = ops.mean((ops.stop_gradient(q) - z) ** 2)
        book = ops.mean((q - ops.stop_gradient(z)) ** 2)
        self.add_loss(0.1 * (self.beta * commit + book))
        return q


inp = keras.Input((T,))
h = layers.Dense(64, activation="relu")(inp)
h = layers.Dense(64, activation="relu")(h)
h = layers.Dense(4 * 4)(h)
h = layers.Reshape((4, 4))(h)
h = VectorQuantizer(16, 4, name="vq")(h)
h = layers.Flatten()(h)
h = layers.Dense(64, activation="relu")(h)
h = layers.Dense(64, activation="relu")(h)
out = layers.Dense(T)(h)
vqvae = keras.Model(inp, out)

# ------------------------------------------------------------ training
vqvae.compile(optimizer=keras.optimizers.Adam(4e-3), loss="mse")
vqvae.fit(train, train, validation_data=(valid, valid),
          epochs=12, batch_size=128, verbose=2)

rec = vqvae.predict(valid, verbose=0)
r2 = 1 - ((rec - valid) ** 2).sum() / ((valid - valid.mean(0)) ** 2).sum()
print(f"reconstruction R2 on held-out pulses: {r2:.3f}")
