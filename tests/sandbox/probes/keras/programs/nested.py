import keras
import numpy

keras.utils.set_random_seed(4)
encoder = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        keras.layers.Conv2D(4, 3, activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Flatten(),
    ],
    name="encoder",
)
pixels = keras.Input((8, 8, 1))
model = keras.Model(pixels, keras.layers.Dense(3, activation="softmax")(encoder(pixels)))
data = numpy.random.default_rng(0)
x = data.normal(size=(64, 8, 8, 1)).astype("float32")
y = data.integers(0, 3, 64)
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
history = model.fit(x, y, epochs=1, batch_size=16, verbose=0, validation_data=(x[:16], y[:16]))
