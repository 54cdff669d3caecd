import numpy as np
import keras
from keras import layers

SEED = 99
keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)

SPECIES = 10
centers = rng.normal(0, 1, (SPECIES, 8))
species = rng.integers(0, SPECIES, 3000)
leaf = centers[species] + rng.normal(0, 1.0, (3000, 8))
leaf = leaf.astype("float32")
target = keras.utils.to_categorical(species, SPECIES)

x_train, y_train = leaf[:2400], target[:2400]
x_test, y_test = leaf[2400:], target[2400:]

norm = layers.Normalization()
norm.adapt(x_train)

inputs = keras.Input((8,))
h = norm(inputs)
h = layers.Dense(48, activation="relu")(h)
h = layers.Dense(48, activation="relu")(h)
outputs = layers.Dense(SPECIES, activation="softmax")(h)
model = keras.Model(inputs, outputs)

model.compile(
    optimizer="adam",
    loss=keras.losses.CategoricalCrossentropy(),
    metrics=[keras.metrics.CategoricalAccuracy(name="accuracy")],
)
model.fit(x_train, y_train, validation_split=0.15, epochs=12, batch_size=32, verbose=2)
result = model.evaluate(x_test, y_test, verbose=0, return_dict=True)
print(f"{100 * result['accuracy']:.1f}% of the test leaves identified correctly")
