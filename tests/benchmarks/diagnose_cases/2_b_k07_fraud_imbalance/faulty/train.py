import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(0)
rng = np.random.default_rng(0)


def transactions(n):
    fraud = (rng.random(n) < 0.04).astype("int64")
    x = rng.normal(size=(n, 12))
    shift = np.array([1.1, -0.9, 0, 0, 1.3, 0, 0, 0.8, 0, 0, 0, -1.0])
    x += fraud[:, None] * shift
    ring = fraud * (rng.random(n) < 0.5)
    x[:, 2] = np.where(ring == 1, 2.2 * np.sign(x[:, 2]) + 0.2 * x[:, 2], x[:, 2])
    return x.astype("float32"), fraud


x_train, y_train = transactions(6000)
x_val, y_val = transactions(3000)

neg, pos = np.bincount(y_train)
print(f"{pos} frauds in {neg + pos} transactions ({100 * pos / (neg + pos):.2f}%)")
initial_bias = neg / pos

METRICS = [
    keras.metrics.AUC(name="prc", curve="PR"),
    keras.metrics.AUC(name="roc"),
    keras.metrics.Recall(name="recall"),
    keras.metrics.Precision(name="precision"),
]


def make_model(output_bias):
    model = keras.Sequential([
        keras.Input(shape=(x_train.shape[-1],)),
        layers.Dense(32, activation="relu"),
        layers.Dropout(0.2),
        layers.Dense(1, activation="sigmoid",
                     bias_initializer=keras.initializers.Constant(output_bias)),
    ])
    model.compile(optimizer=keras.optimizers.Adam(2e-3),
                  loss=keras.losses.BinaryCrossentropy(), metrics=METRICS)
    return model


model = make_model(initial_bias)
early = keras.callbacks.EarlyStopping(monitor="val_prc", mode="max", patience=8, restore_best_weights=True)
model.fit(x_train, y_train, batch_size=128, epochs=12, validation_data=(x_val, y_val),
          callbacks=[early], verbose=2)
for k, v in model.evaluate(x_val, y_val, verbose=0, return_dict=True).items():
    print(f"{k:>10s}: {v:.4f}")
