import keras
import numpy as np

from layers_fm import FactorizationMachine

FIELDS = (20, 15, 6, 4)  # advertiser, site, hour bucket, device
keras.utils.set_random_seed(88)
rng = np.random.default_rng(88)
offsets = np.cumsum((0,) + FIELDS[:-1])
true_factors = rng.normal(size=(sum(FIELDS), 2))


def impressions(n):
    ids = np.stack([rng.integers(0, f, n) for f in FIELDS], 1) + offsets
    v = true_factors[ids]
    inter = 0.5 * (v.sum(1) ** 2 - (v**2).sum(1)).sum(-1)
    p = 1 / (1 + np.exp(-2.0 * inter))
    return ids.astype("int32"), (rng.random(n) < p).astype("float32")[:, None]


x_train, y_train = impressions(6000)
x_test, y_test = impressions(1500)

inputs = keras.Input((len(FIELDS),), dtype="int32")
logit = FactorizationMachine(sum(FIELDS), k=6)(inputs)
model = keras.Model(inputs, keras.layers.Activation("sigmoid")(logit))
model.compile(
    optimizer=keras.optimizers.Adam(0.02),
    loss="binary_crossentropy",
    metrics=[keras.metrics.AUC(name="auc")],
)
model.summary()
model.fit(x_train, y_train, batch_size=200, epochs=10, validation_data=(x_test, y_test), verbose=2)
print("test auc %.3f" % model.evaluate(x_test, y_test, verbose=0, return_dict=True)["auc"])
