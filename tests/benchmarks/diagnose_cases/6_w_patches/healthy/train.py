"""Sparse autoencoder on synthetic image patches."""
import keras
import numpy as np
from keras import layers, ops

PATCH = 8
ATOMS = 24
CODE = 64


class SparseAutoencoder(keras.Model):
    def __init__(self, dim, code, sparsity=1e-3):
        super().__init__()
        self.sparsity = sparsity
        self.encoder = layers.Dense(
            code,
            activation="relu",
            bias_initializer=keras.initializers.Constant(-0.05),
            name="code",
        )
        self.decoder = layers.Dense(dim, name="reconstruction")

    def call(self, x):
        code = self.encoder(x)
        self.add_loss(self.sparsity * ops.mean(ops.sum(ops.abs(code), axis=-1)))
        return self.decoder(code)


def make_patches(n, atoms, rng):
    active = rng.random((n, ATOMS)) < 0.12
    weight = active * rng.uniform(0.8, 2.0, size=(n, ATOMS))
    x = weight @ atoms + rng.normal(0, 0.05, size=(n, PATCH * PATCH))
    return x


def gabor_bank(rng):
    yy, xx = np.mgrid[-1:1:PATCH * 1j, -1:1:PATCH * 1j]
    bank = []
    for _ in range(ATOMS):
        theta, freq, ph = rng.uniform(0, np.pi), rng.uniform(2, 6), rng.uniform(0, 6.28)
        cx, cy = rng.uniform(-0.5, 0.5, 2)
        env = np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / 0.4)
        g = env * np.cos(freq * (xx * np.cos(theta) + yy * np.sin(theta)) + ph)
        bank.append((g / np.linalg.norm(g)).ravel() * 3)
    return np.stack(bank)


def main():
    seed = 21
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    atoms = gabor_bank(rng)
    train, test = make_patches(3000, atoms, rng), make_patches(500, atoms, rng)
    mean, std = train.mean(), train.std()
    train = ((train - mean) / std).astype("float32")
    test = ((test - mean) / std).astype("float32")

    model = SparseAutoencoder(PATCH * PATCH, CODE)
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
    model.fit(train, train, batch_size=64, epochs=12, verbose=2)

    recon = model.predict(test, verbose=0)
    code = ops.convert_to_numpy(model.encoder(test))
    explained = 1 - ((recon - test) ** 2).sum() / ((test - test.mean(0)) ** 2).sum()
    print(f"variance explained on held-out patches: {explained:.3f}")
    print(f"active code units per patch: {(code > 0).sum(axis=1).mean():.1f} of {CODE}")


if __name__ == "__main__":
    main()
