import keras
import numpy

keras.utils.set_random_seed(9)
data = numpy.random.default_rng(0)
x = data.normal(size=(90, 4)).astype("float32")
y = data.integers(0, 2, 90)
weights = data.uniform(0.1, 2.0, 90).astype("float32")
inputs = keras.Input((4,))
hidden = keras.layers.Dense(6, "sigmoid", kernel_regularizer="l2")(inputs)
model = keras.Model(inputs, keras.layers.Dense(2)(hidden))
model.compile(
    keras.optimizers.AdamW(0.01, use_ema=True, gradient_accumulation_steps=2),
    keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    weighted_metrics=["accuracy"],
)
first = model.fit(x, y, batch_size=30, class_weight={0: 1.0, 1: 3.0}, verbose=0)
history = model.fit(x, y, batch_size=30, sample_weight=weights, verbose=2)
