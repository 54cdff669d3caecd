"""Linear autoencoder as PCA, compared with the SVD solution."""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(60)
rng = np.random.default_rng(60)

K = 3
scores = rng.normal(size=(1200, K)) * np.array([3.0, 2.0, 1.5])
mix, _ = np.linalg.qr(rng.normal(size=(20, 20)))
x = (scores @ mix[:K] + 0.2 * rng.normal(size=(1200, 20))).astype("float32")
x -= x.mean(0)

model = keras.Sequential([
    keras.Input((20,)),
    layers.Dense(K, use_bias=False, name="scores"),
    layers.Dense(20, use_bias=False, name="loadings"),
])
model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse")
model.fit(x, x, batch_size=60, epochs=16, verbose=2)

rec = model.predict(x, verbose=0)
u, sv, vt = np.linalg.svd(x, full_matrices=False)
best = (u[:, :K] * sv[:K]) @ vt[:K]
print(f"autoencoder mse {np.mean((rec - x) ** 2):.5f}, SVD mse {np.mean((best - x) ** 2):.5f}, total variance {x.var():.3f}")
