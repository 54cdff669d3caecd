# Self-supervised pretraining (SimSiam style) of a small encoder, then a linear probe.
import keras
import numpy as np
import torch
from keras import layers, ops

rng = np.random.default_rng(70)
keras.utils.set_random_seed(70)
K, D = 6, 40
PROTO = rng.standard_normal((K, D))


def draw(n):
    y = rng.integers(0, K, n)
    return (PROTO[y] + 1.0 * rng.standard_normal((n, D))).astype("float32"), y


def view(x):
    keep = (rng.random(x.shape) > 0.2).astype("float32")
    return (x * keep + 0.3 * rng.standard_normal(x.shape)).astype("float32")


def mlp(*sizes):
    seq = keras.Sequential()
    for s in sizes[:-1]:
        seq.add(layers.Dense(s, use_bias=False))
        seq.add(layers.BatchNormalization(momentum=0.9))
        seq.add(layers.ReLU())
    seq.add(layers.Dense(sizes[-1]))
    return seq


encoder, predictor = mlp(64, 32), mlp(16, 32)
encoder.build((None, D))
predictor.build((None, 32))
opt = keras.optimizers.Adam(2e-3)


def neg_cos(p, z):
    z = ops.stop_gradient(z)
    p, z = ops.normalize(p, axis=1), ops.normalize(z, axis=1)
    return -ops.mean(ops.sum(p * z, axis=1))


x, y = draw(3000)
xv, yv = draw(600)
params = encoder.trainable_variables + predictor.trainable_variables
for step in range(1, 251):
    xb = x[rng.integers(0, len(x), 128)]
    z1, z2 = encoder(view(xb), training=True), encoder(view(xb), training=True)
    p1, p2 = predictor(z1, training=True), predictor(z2, training=True)
    loss = 0.5 * neg_cos(p1, z2) + 0.5 * neg_cos(p2, z1)
    encoder.zero_grad()
    predictor.zero_grad()
    loss.backward()
    with torch.no_grad():
        opt.apply([v.value.grad for v in params], params)
    if step % 50 == 0:
        print(f"step {step} loss {float(loss.detach()):.3f}")

encoder.trainable = False
probe = keras.Sequential([keras.Input((32,)), layers.Dense(K)])
probe.compile(optimizer=keras.optimizers.Adam(2e-2), metrics=["accuracy"],
              loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
f, fv = encoder.predict(x, verbose=0), encoder.predict(xv, verbose=0)
probe.fit(f, y, epochs=5, batch_size=64, validation_data=(fv, yv), verbose=2)
print("linear probe accuracy %.3f" % probe.evaluate(fv, yv, verbose=0)[1])
