# VAE on 8x8 "glyph" images
import keras
import numpy as np
import torch
from keras import layers, ops


def glyphs(n, seed):
    r = np.random.default_rng(seed)
    img = np.zeros((n, 8, 8), "float32")
    for k in range(n):
        row, col = r.integers(0, 6, 2)
        kind = r.integers(0, 3)
        if kind == 0:
            img[k, row:row + 3, col:col + 3] = 1
        elif kind == 1:
            img[k, row + 1, :] = 1
        else:
            img[k, :, col + 1] = 1
    return img.reshape(n, 64)


def make_encoder(latent):
    x = keras.Input((64,))
    h = layers.Dense(128, activation="relu")(x)
    h = layers.Dense(64, activation="relu")(h)
    return keras.Model(x, [layers.Dense(latent, name="mu")(h), layers.Dense(latent, name="logvar")(h)], name="encoder")


def make_decoder(latent):
    z = keras.Input((latent,))
    h = layers.Dense(64, activation="relu")(z)
    h = layers.Dense(128, activation="relu")(h)
    return keras.Model(z, layers.Dense(64, activation="sigmoid")(h), name="decoder")


class VAE(keras.Model):
    def __init__(self, latent=6, beta=0.3, **kw):
        super().__init__(**kw)
        self.encoder, self.decoder = make_encoder(latent), make_decoder(latent)
        self.beta = beta
        self.noise = keras.random.SeedGenerator(1)
        self.rec_tracker = keras.metrics.Mean(name="rec")
        self.kl_tracker = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.rec_tracker, self.kl_tracker]

    def call(self, x):
        mu, _ = self.encoder(x)
        return self.decoder(mu)

    def losses_for(self, x):
        mu, logvar = self.encoder(x)
        z = mu + ops.exp(0.5 * logvar) * keras.random.normal(ops.shape(mu), seed=self.noise)
        xr = self.decoder(z)
        rec = ops.mean(64.0 * keras.losses.binary_crossentropy(x, xr))
        kl = -0.5 * ops.mean(ops.sum(1 + logvar - mu ** 2 - ops.exp(logvar), axis=1))
        return rec, kl

    def train_step(self, data):
        x = data[0] if isinstance(data, tuple) else data
        self.zero_grad()
        rec, kl = self.losses_for(x)
        (rec + self.beta * kl).backward()
        weights = self.encoder.trainable_weights + self.decoder.trainable_weights
        grads = [w.value.grad for w in weights]
        with torch.no_grad():
            self.optimizer.apply(grads, weights)
        self.rec_tracker.update_state(rec)
        self.kl_tracker.update_state(kl)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x = data[0] if isinstance(data, tuple) else data
        rec, kl = self.losses_for(x)
        self.rec_tracker.update_state(rec)
        self.kl_tracker.update_state(kl)
        return {m.name: m.result() for m in self.metrics}


keras.utils.set_random_seed(21)
train, test = glyphs(3000, 0), glyphs(600, 1)
vae = VAE()
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
vae.fit(train, epochs=10, batch_size=64, validation_data=(test,), verbose=2)

rec = vae.predict(test, verbose=0)
print("held-out pixel MSE: %.4f" % np.mean((rec - test) ** 2))
