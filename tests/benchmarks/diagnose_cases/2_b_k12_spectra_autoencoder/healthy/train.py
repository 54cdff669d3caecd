import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(23)
rng = np.random.default_rng(23)

# spectra: mixtures of ten absorption lines at fixed wavelengths
wl = np.linspace(0, 1, 80)
lines = np.array([np.exp(-0.5 * ((wl - c) / 0.025) ** 2) for c in np.linspace(0.06, 0.94, 10)])
conc = rng.gamma(2.0, 0.5, (2500, 10))
spectra = np.tanh(0.7 * conc @ lines) + 0.02 * rng.normal(size=(2500, 80))
spectra = spectra.astype("float32")
train, test = spectra[:2000], spectra[2000:]


class Autoencoder(keras.Model):
    def __init__(self, input_dim, latent_dim):
        super().__init__()
        self.encoder = keras.Sequential([
            layers.Dense(64, activation="relu"),
            layers.Dense(latent_dim, name="code"),
        ])
        self.decoder = keras.Sequential([
            layers.Dense(64, activation="relu"),
            layers.Dense(input_dim),
        ])

    def call(self, x):
        return self.decoder(self.encoder(x))


autoencoder = Autoencoder(input_dim=80, latent_dim=12)
autoencoder.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
autoencoder.fit(train, train, epochs=20, batch_size=50, shuffle=True,
                validation_data=(test, test), verbose=2)

recon = autoencoder.predict(test, verbose=0)
explained = 1 - np.mean((recon - test) ** 2) / np.mean((test - train.mean(0)) ** 2)
print("explained variance on held-out spectra: %.3f" % explained)
