import keras
import numpy

keras.utils.set_random_seed(5)
model = keras.Sequential(
    [
        keras.Input((6,), dtype="int32"),
        keras.layers.Embedding(30, 4, mask_zero=True),
        keras.layers.Bidirectional(keras.layers.LSTM(3, dropout=0.2)),
        keras.layers.Dense(1),
    ]
)
data = numpy.random.default_rng(0)
x = data.integers(0, 30, (40, 6))
y = data.normal(size=(40, 1)).astype("float32")
model.compile(keras.optimizers.Adam(0.01, clipnorm=1.0), "mse")
history = model.fit(x, y, epochs=1, batch_size=8, verbose=0)
