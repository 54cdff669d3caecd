# Daily temperature anomaly forecast, two-headed functional model (point + seasonal input)
import numpy as np
import keras
from keras.layers import Input, Dense, Conv1D, Flatten, Concatenate

keras.utils.set_random_seed(42)
rng = np.random.default_rng(42)

T = 4200
LAG = 14
doy = np.arange(T) % 365
anom = np.zeros(T)
for t in range(2, T):
    anom[t] = 1.55 * anom[t - 1] - 0.64 * anom[t - 2] + 0.25 * np.cos(2 * np.pi * doy[t] / 365) + rng.normal(0, 0.25)
anom = (anom - anom[:2800].mean()) / anom[:2800].std()

win = np.stack([anom[i:i + LAG] for i in range(T - LAG)]).astype("float32")[..., None]
cal = np.stack([np.sin(2 * np.pi * doy[LAG:] / 365), np.cos(2 * np.pi * doy[LAG:] / 365)], 1).astype("float32")
target = anom[LAG:].astype("float32").reshape(-1, 1)

cut1, cut2 = 2800, 3400
sets = {"train": slice(0, cut1), "val": slice(cut1, cut2), "test": slice(cut2, None)}


def make_model():
    w = Input((LAG, 1), name="window")
    c = Input((2,), name="calendar")
    a = Conv1D(filters=16, kernel_size=3, activation="relu")(w)
    a = Flatten()(a)
    b = Dense(8, activation="relu")(c)
    z = Concatenate()([a, b])
    z = Dense(32, activation="relu")(z)
    y = Dense(1)(z)
    return keras.Model(inputs=[w, c], outputs=y)


model = make_model()
model.compile(optimizer=keras.optimizers.Adam(learning_rate=1e-3), loss="mean_squared_error",
              metrics=[keras.metrics.RootMeanSquaredError(name="rmse")])

s = sets["train"]
v = sets["val"]
es = keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)
model.fit([win[s], cal[s]], target[s], validation_data=([win[v], cal[v]], target[v]),
          epochs=12, batch_size=64, callbacks=[es], verbose=2)

q = sets["test"]
p = model.predict([win[q], cal[q]], verbose=0)
skill = 1 - np.mean((p - target[q]) ** 2) / np.var(target[q])
print("skill score on the test years: %.3f" % skill)
