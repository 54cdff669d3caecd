import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(51)
rng = np.random.default_rng(51)


def applications(n):
    income = rng.lognormal(10.3, 0.5, n)
    debt = income * rng.beta(2, 4, n)
    age = rng.uniform(20, 70, n)
    purpose = rng.integers(0, 4, n)
    risk = 9 * (debt / income - 0.33) - 0.03 * (age - 45) + np.array([0, 1.5, -1.0, 2.0])[purpose] - 0.6
    default = (risk + rng.logistic(0, 0.35, n) > 0).astype("float32")
    numeric = np.stack([np.log(income), debt / income, age], 1).astype("float32")
    return {"numeric": numeric, "purpose": purpose.astype("int32")}, default


train_x, train_y = applications(3000)
test_x, test_y = applications(1000)

norm = layers.Normalization()
norm.adapt(train_x["numeric"])

numeric = keras.Input((3,), name="numeric")
purpose = keras.Input((), dtype="int32", name="purpose")
h = layers.Concatenate()([norm(numeric), layers.Embedding(4, 3)(purpose)])
h = layers.Dense(32, activation="relu")(h)
h = layers.Dense(16, activation="relu")(h)
score = layers.Dense(1)(h)

model = keras.Model({"numeric": numeric, "purpose": purpose}, score)
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[
        keras.metrics.BinaryAccuracy(threshold=0.0, name="accuracy"),
        keras.metrics.AUC(from_logits=True, name="auc"),
    ],
)
model.fit(train_x, train_y, validation_split=0.15, epochs=7, batch_size=64, verbose=2)

result = model.evaluate(test_x, test_y, verbose=0, return_dict=True)
flagged = model.predict(test_x, verbose=0)[:, 0] > 0
print(f"test accuracy {result['accuracy']:.3f}, AUC {result['auc']:.3f}, by hand {np.mean(flagged == test_y):.3f}")
