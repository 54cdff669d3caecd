import numpy as np
import keras
from keras import layers, ops

SEED = 21
N_TAGS = 6
keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)

# every document is a bag of 60 words; each tag boosts its own words
n, vocab = 3000, 60
tags = (rng.random((n, N_TAGS)) < 0.45).astype("float32")
topic = rng.gamma(0.5, 1.0, (N_TAGS, vocab))
rate = 0.3 + tags @ topic
x = rng.poisson(rate).astype("float32")
x = np.log1p(x)
x_train, x_test = x[:2400], x[2400:]
y_train, y_test = tags[:2400], tags[2400:]


class ExactMatch(keras.metrics.Metric):
    def __init__(self, name="exact", **kw):
        super().__init__(name=name, **kw)
        self.hits = self.add_weight(name="hits", initializer="zeros")
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        same = ops.cast(ops.equal(y_true > 0.5, y_pred > 0.5), "float32")
        self.hits.assign_add(ops.sum(ops.min(same, axis=-1)))
        self.total.assign_add(ops.cast(ops.shape(y_true)[0], "float32"))

    def result(self):
        return self.hits / (self.total + 1e-7)


inp = keras.Input((vocab,), name="counts")
h = layers.BatchNormalization()(inp)
h = layers.Dense(64, activation="relu")(h)
h = layers.Dropout(0.1)(h)
out = layers.Dense(N_TAGS, activation="sigmoid", name="tags")(h)
model = keras.Model(inp, out)
model.summary()

model.compile("adam", loss="binary_crossentropy",
              metrics=[keras.metrics.BinaryAccuracy(name="tag_acc"), ExactMatch()])
model.fit(x_train, y_train, batch_size=32, epochs=15, validation_split=0.1, verbose=2)
print("test:", model.evaluate(x_test, y_test, verbose=0, return_dict=True))
