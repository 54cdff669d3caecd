import keras
import numpy

keras.utils.set_random_seed(2)
data = numpy.random.default_rng(0)
first, second = (data.normal(size=(96, 6)).astype("float32") for _ in range(2))
wanted = {
    "kind": keras.utils.to_categorical(data.integers(0, 3, 96), 3),
    "size": data.normal(size=(96, 1)).astype("float32"),
}
left, right = keras.Input((6,), name="left"), keras.Input((6,), name="right")
shared = keras.layers.Dense(5, activation="tanh", name="shared")
joined = keras.layers.Concatenate()([shared(left), shared(right)])
kind = keras.layers.Dense(3, name="kind")(joined)
size = keras.layers.Dense(1, name="size")(joined)
model = keras.Model([left, right], {"kind": kind, "size": size})
loss = keras.losses.CategoricalCrossentropy(from_logits=True)
model.compile(
    optimizer=keras.optimizers.SGD(0.1, momentum=0.9),
    loss={"kind": loss, "size": "mse"},
    loss_weights={"kind": 1.0, "size": 0.5},
    metrics={"kind": ["accuracy"]},
)
history = model.fit([first, second], wanted, epochs=2, batch_size=16, verbose=0)
