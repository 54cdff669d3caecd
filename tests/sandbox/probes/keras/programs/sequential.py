import keras
import numpy

keras.utils.set_random_seed(1)
data = numpy.random.default_rng(0)
x = data.normal(size=(200, 12)).astype("float32")
y = (x[:, 0] + x[:, 1] > 0).astype("int64")
model = keras.Sequential(
    [
        keras.Input((12,)),
        keras.layers.Dense(8, activation="relu"),
        keras.layers.Dropout(0.3),
        keras.layers.BatchNormalization(),
        keras.layers.Dense(2, activation="softmax"),
    ]
)
optimizer = keras.optimizers.Adam(0.01)
model.compile(optimizer=optimizer, loss="sparse_categorical_crossentropy", metrics=["accuracy"])
history = model.fit(x, y, epochs=2, batch_size=32, validation_split=0.25, verbose=2)
print(model.evaluate(x[:50], y[:50], verbose=0))
print(model.predict(x[:2], verbose=0))
