import keras
import numpy

keras.utils.set_random_seed(11)
keras.config.set_dtype_policy("mixed_float16")
data = numpy.random.default_rng(0)
x = data.normal(size=(64, 6)).astype("float32")
y = data.normal(size=(64, 1)).astype("float32")
model = keras.Sequential(
    [keras.Input((6,)), keras.layers.Dense(8, "relu"), keras.layers.Dense(1, dtype="float32")]
)
model.compile(keras.optimizers.Adam(0.01), "mse")
history = model.fit(x, y, epochs=2, batch_size=16, verbose=2)
keras.config.set_dtype_policy("float32")
