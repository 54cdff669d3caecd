import keras
import numpy

keras.utils.set_random_seed(16)
data = numpy.random.default_rng(0)
x = data.normal(size=(64, 5)).astype("float32") * 1e4
y = data.normal(size=(64, 1)).astype("float32")
model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(8), keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(10.0), "mse")
history = model.fit(x, y, epochs=2, batch_size=8, verbose=0)
