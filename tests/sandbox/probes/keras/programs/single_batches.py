import keras
import numpy

keras.utils.set_random_seed(14)
data = numpy.random.default_rng(0)
x = data.normal(size=(40, 5)).astype("float32")
y = data.normal(size=(40, 1)).astype("float32")
model = keras.Sequential([keras.layers.Dense(4, "relu"), keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.1), "mse", metrics=["mae"])
for start in range(0, 40, 10):
    print(model.train_on_batch(x[start : start + 10], y[start : start + 10], return_dict=True))
print(model.test_on_batch(x, y))
