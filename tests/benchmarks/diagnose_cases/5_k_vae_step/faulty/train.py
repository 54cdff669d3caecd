"""VAE on sine-like curves with a custom train_step (torch backend)."""
import numpy as np
import torch
import keras
from keras import layers, ops


class Sampling(layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seed_generator = keras.random.SeedGenerator(1337)

    def call(self, inputs):
        mean, log_var = inputs
        eps = keras.random.normal(ops.shape(mean), seed=self.seed_generator)
        return mean + ops.exp(0.5 * log_var) * eps


class CurveVAE(keras.Model):
    def __init__(self, dim, latent=3, beta=0.02, **kwargs):
        super().__init__(**kwargs)
        inp = keras.Input((dim,))
        h = layers.Dense(64, activation="relu")(inp)
        h = layers.Dense(32, activation="relu")(h)
        mean = layers.Dense(latent)(h)
        log_var = layers.Dense(latent)(h)
        self.encoder = keras.Model(inp, [mean, log_var, Sampling()([mean, log_var])])
        z = keras.Input((latent,))
        h = layers.Dense(32, activation="relu")(z)
        h = layers.Dense(64, activation="relu")(h)
        self.decoder = keras.Model(z, layers.Dense(dim)(h))
        self.beta = beta
        self.rec_tracker = keras.metrics.Mean(name="rec")
        self.kl_tracker = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.rec_tracker, self.kl_tracker]

    def call(self, x):
        return self.decoder(self.encoder(x)[0])

    def train_step(self, x):
        if isinstance(x, tuple):
            x = x[0]
        mean, log_var, z = self.encoder(x, training=True)
        recon = self.decoder(z, training=True)
        rec = ops.mean(ops.square(x - recon))
        kl = -0.5 * ops.mean(1 + log_var - ops.square(mean) - ops.exp(log_var))
        loss = rec + self.beta * kl

        loss.backward()
        weights = self.trainable_weights
        grads = [w.value.grad for w in weights]
        with torch.no_grad():
            self.optimizer.apply(grads, weights)

        self.rec_tracker.update_state(rec)
        self.kl_tracker.update_state(kl)
        return {m.name: m.result() for m in self.metrics}


def curves(n, rng, points=32):
    t = np.linspace(0, 1, points)
    a = rng.uniform(0.5, 1.5, (n, 1))
    ph = rng.uniform(0, np.pi, (n, 1))
    off = rng.normal(0, 0.5, (n, 1))
    y = a * np.sin(2 * np.pi * t + ph) + off + rng.normal(0, 0.05, (n, points))
    return y.astype("float32")


keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)
train, test = curves(1600, rng), curves(300, rng)

vae = CurveVAE(train.shape[1])
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
vae.fit(train, epochs=12, batch_size=32, verbose=2)

out = vae.predict(test, verbose=0)
r2 = 1 - ((out - test) ** 2).sum() / ((test - test.mean(0)) ** 2).sum()
print(f"reconstruction mse {np.mean((out - test) ** 2):.4f}  explained variance {r2:.3f}")
