import os
import tempfile

import numpy as np
import keras
from keras import layers
from keras.callbacks import ModelCheckpoint, LearningRateScheduler

keras.utils.set_random_seed(77)
rng = np.random.default_rng(77)

# chemical profile of wines from three growers, two inputs: chemistry and season one-hot
n = 1500
grower = rng.integers(0, 3, n)
season = rng.integers(0, 4, n)
base = rng.normal(0, 1.0, (3, 4, 10))
chem = (base[grower, season] + rng.normal(0, 0.9, (n, 10))).astype("float32")
season_1h = keras.utils.to_categorical(season, 4)
labels = keras.utils.to_categorical(grower, 3)

idx = rng.permutation(n)
tr, va, te = idx[:900], idx[900:1200], idx[1200:]

chem_in = keras.Input((10,), name="chem")
season_in = keras.Input((4,), name="season")
h = layers.Concatenate()([chem_in, season_in])
h = layers.Dense(64, activation="relu")(h)
h = layers.Dense(32, activation="relu")(h)
out = layers.Dense(3, activation="softmax")(h)
model = keras.Model([chem_in, season_in], out)
model.compile(loss="categorical_crossentropy", optimizer=keras.optimizers.Adam(1e-3), metrics=["accuracy"])

path = os.path.join(tempfile.mkdtemp(), "best.weights.h5")
callbacks = [
    ModelCheckpoint(path, monitor="val_accuracy", save_best_only=True,
                    save_weights_only=True, mode="max"),
    LearningRateScheduler(lambda epoch, lr: lr if epoch < 15 else lr * 0.9),
]
model.fit({"chem": chem[tr], "season": season_1h[tr]}, labels[tr],
          validation_data=({"chem": chem[va], "season": season_1h[va]}, labels[va]),
          epochs=25, batch_size=32, callbacks=callbacks, verbose=2)

model.load_weights(path)
loss, acc = model.evaluate({"chem": chem[te], "season": season_1h[te]}, labels[te], verbose=0)
print(f"test accuracy of the best checkpoint: {acc:.3f}")
