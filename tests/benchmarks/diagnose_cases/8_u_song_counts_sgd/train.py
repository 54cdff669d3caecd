"""Low-rank model of listener x song affinities, plain SGD."""
import os
os.environ["KERAS_BACKEND"] = "torch"
import keras
import numpy as np
from keras import layers

N_LISTENERS, N_SONGS, RANK = 120, 90, 4

keras.utils.set_random_seed(80)
rng = np.random.default_rng(80)
a, b = rng.normal(size=(N_LISTENERS, 2)), rng.normal(size=(N_SONGS, 2))
listener = rng.integers(0, N_LISTENERS, 8000)
song = rng.integers(0, N_SONGS, 8000)
affinity = (a[listener] * b[song]).sum(1) + rng.normal(0, 0.2, 8000)
affinity = affinity.astype("float32")[:, None]

u_in, s_in = keras.Input((), dtype="int32"), keras.Input((), dtype="int32")
init = keras.initializers.RandomNormal(stddev=0.3)
u = layers.Embedding(N_LISTENERS, RANK, embeddings_initializer=init)(u_in)
s = layers.Embedding(N_SONGS, RANK, embeddings_initializer=keras.initializers.RandomNormal(stddev=0.3))(s_in)
model = keras.Model([u_in, s_in], layers.Dot(axes=-1)([u, s]))

# every row of a table sees only a handful of the samples of a batch
model.compile(optimizer=keras.optimizers.SGD(learning_rate=8.0), loss="mse")
n = 7000
model.fit([listener[:n], song[:n]], affinity[:n], batch_size=256, epochs=25, verbose=2,
          validation_data=([listener[n:], song[n:]], affinity[n:]))
pred = model.predict([listener[n:], song[n:]], verbose=0)
truth = affinity[n:]
print(f"test R2 {1 - ((pred - truth) ** 2).sum() / ((truth - truth.mean()) ** 2).sum():.3f}")
