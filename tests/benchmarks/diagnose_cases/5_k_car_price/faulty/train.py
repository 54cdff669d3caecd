# Used car prices. Numeric columns go through a Normalization layer, the brand through an Embedding.
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(28)
rng = np.random.default_rng(28)

# --- data -------------------------------------------------------------
n = 2000
brand = rng.integers(0, 10, n)
year = rng.integers(2000, 2024, n)
mileage = rng.gamma(3, 30000, n)
power = rng.normal(110, 30, n).clip(50, 300)
brand_factor = np.linspace(0.7, 1.5, 10)
price = 22000 * brand_factor[brand] * np.exp(-0.08 * (2024 - year)) * np.exp(-mileage / 250000)
price = price * (power / 110) ** 0.7 * np.exp(rng.normal(0, 0.05, n))
y = np.log(price)
y = (y - y.mean()).astype("float32")

num = np.stack([year, mileage, power], axis=1).astype("float32")
brand = brand.astype("int32")
tr, te = np.arange(1600), np.arange(1600, n)

# --- model ------------------------------------------------------------
num_in = keras.Input((3,), name="numeric")
brand_in = keras.Input((1,), dtype="int32", name="brand")
norm = layers.Normalization(axis=-1)

a = norm(num_in)
b = layers.Flatten()(layers.Embedding(10, 4)(brand_in))
h = layers.Concatenate()([a, b])
h = layers.Dense(64, activation="relu")(h)
h = layers.Dense(32, activation="relu")(h)
out = layers.Dense(1)(h)
model = keras.Model({"numeric": num_in, "brand": brand_in}, out)
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mean_squared_error")

# --- training ---------------------------------------------------------
plateau = keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3)
model.fit({"numeric": num[tr], "brand": brand[tr][:, None]}, y[tr],
          validation_split=0.15, batch_size=32, epochs=10, callbacks=[plateau], verbose=2)

pred = model.predict({"numeric": num[te], "brand": brand[te][:, None]}, verbose=0)[:, 0]
rmse = np.sqrt(np.mean((pred - y[te]) ** 2))
print(f"test RMSE of log price {rmse:.3f} (std of target {y[te].std():.3f})")
