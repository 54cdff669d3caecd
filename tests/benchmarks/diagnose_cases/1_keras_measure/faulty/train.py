import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(77)
rng = np.random.default_rng(77)

N_CLASSES = 7
centers = rng.normal(size=(N_CLASSES, 9)) * 1.3
labels = rng.integers(0, N_CLASSES, 3000)
feats = (centers[labels] + rng.normal(size=(3000, 9))).astype("float32")
targets = keras.utils.to_categorical(labels, N_CLASSES)

inputs = keras.Input(shape=(9,), name="measurements")
x = layers.Dense(32, activation="relu")(inputs)
x = layers.BatchNormalization()(x)
x = layers.Dense(32, activation="relu")(x)
outputs = layers.Dense(N_CLASSES)(x)
model = keras.Model(inputs, outputs)
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.CategoricalAccuracy(name="acc")],
)
model.fit(feats[:2500], targets[:2500], validation_data=(feats[2500:], targets[2500:]), epochs=8, batch_size=50, verbose=2)
