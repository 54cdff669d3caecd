"""Collision-risk flag for satellite conjunctions."""
import numpy as np
import keras


def dense_unit(x, units, drop=0.0, name=None):
    x = keras.layers.Dense(units, use_bias=False, name=f"{name}_fc")(x)
    x = keras.layers.BatchNormalization(name=f"{name}_bn")(x)
    if drop:
        x = keras.layers.Dropout(drop, name=f"{name}_drop")(x)
    return x


def conjunctions(n, rng):
    miss = rng.normal(0, 1.2, (n, 3))                 # miss vector
    sigma = rng.uniform(0.3, 1.0, (n, 3))             # position uncertainty
    speed = rng.uniform(0.2, 1.5, (n, 1))
    d2 = ((miss / (0.4 + sigma)) ** 2).sum(1)
    risk = (d2 < 2.6 + 0.8 * speed[:, 0]).astype("float32")
    flip = rng.random(n) < 0.02
    risk[flip] = 1 - risk[flip]
    x = np.hstack([miss, sigma, speed]).astype("float32")
    return x, risk[:, None]


def build(widths=(64, 64, 32)):
    inp = keras.Input((7,))
    x = inp
    for i, w in enumerate(widths):
        x = dense_unit(x, w, drop=0.05, name=f"block{i}")
    out = keras.layers.Dense(1, activation="sigmoid", name="risk")(x)
    return keras.Model(inp, out, name="conjunction_net")


def main(seed=6):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    x_tr, y_tr = conjunctions(3200, rng)
    x_va, y_va = conjunctions(500, rng)
    x_te, y_te = conjunctions(1500, rng)
    mean, std = x_tr.mean(0), x_tr.std(0)
    norm = lambda a: (a - mean) / std
    model = build()
    model.compile(keras.optimizers.Adam(2e-3), loss="binary_crossentropy",
                  metrics=["accuracy", keras.metrics.AUC(name="auc")])
    model.fit(norm(x_tr), y_tr, epochs=8, batch_size=64, validation_data=(norm(x_va), y_va), verbose=2)
    r = model.evaluate(norm(x_te), y_te, verbose=0, return_dict=True)
    print(f"base rate {y_te.mean():.3f} | test accuracy {r['accuracy']:.3f} | AUC {r['auc']:.3f}")


if __name__ == "__main__":
    main()
