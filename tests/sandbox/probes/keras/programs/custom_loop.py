import keras
import numpy
import torch

keras.utils.set_random_seed(12)
data = numpy.random.default_rng(0)
x = torch.tensor(data.normal(size=(60, 5)), dtype=torch.float32)
y = torch.tensor(data.integers(0, 3, 60))
model = keras.Sequential(
    [
        keras.Input((5,)),
        keras.layers.Dense(7, "tanh"),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(3),
    ]
)
optimizer = keras.optimizers.Adam(
    keras.optimizers.schedules.ExponentialDecay(0.01, decay_steps=2, decay_rate=0.5)
)
loss_function = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
losses = []
for _ in range(2):
    for start in range(0, 60, 20):
        logits = model(x[start : start + 20], training=True)
        loss = loss_function(y[start : start + 20], logits)
        model.zero_grad()
        loss.backward()
        gradients = [v.value.grad for v in model.trainable_weights]
        with torch.no_grad():
            optimizer.apply(gradients, model.trainable_weights)
        losses.append(float(loss))
    with torch.no_grad():
        print(float(loss_function(y, model(x, training=False))))
print(losses)
