"""Customer churn classifier (tabular, two numeric blocks + one categorical)."""
from dataclasses import dataclass, asdict

import numpy as np
import keras
from keras import layers


@dataclass
class Config:
    n_customers: int = 4000
    seed: int = 11
    lr: float = 8e-4
    batch_size: int = 64
    max_epochs: int = 20
    patience: int = 6


def simulate(cfg):
    rng = np.random.default_rng(cfg.seed)
    n = cfg.n_customers
    tenure = rng.exponential(20, n)
    calls = rng.poisson(2.0, n)
    bill = rng.normal(60, 18, n)
    usage = rng.normal(0, 1, (n, 5))
    plan = rng.integers(0, 6, n)
    plan_effect = np.array([-1.5, 0.3, 1.4, -0.4, 0.9, -0.8])[plan]
    logit = (2.2 * np.sin(tenure / 9) + 0.8 * (calls - 2) * (bill > 60)
             + plan_effect + 1.5 * usage[:, 0] * usage[:, 1])
    churn = (rng.random(n) < 1 / (1 + np.exp(-2.2 * logit))).astype("float32")
    num = np.column_stack([np.minimum(tenure, 80) / 20, calls / 2, (bill - 60) / 18, usage]).astype("float32")
    return num, plan.astype("int32"), churn[:, None]


def build(cfg):
    num = keras.Input((8,), name="numeric")
    plan = keras.Input((), dtype="int32", name="plan")
    e = layers.Embedding(6, 4)(plan)
    h = layers.Concatenate()([num, e])
    for units in (64, 64):
        h = layers.Dense(units, activation="relu")(h)
    p = layers.Dense(1, activation="sigmoid")(h)
    model = keras.Model({"numeric": num, "plan": plan}, p)
    model.compile(
        optimizer=keras.optimizers.Adam(cfg.lr),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[keras.metrics.BinaryAccuracy(name="acc")],
    )
    return model


def main():
    cfg = Config()
    print(asdict(cfg))
    keras.utils.set_random_seed(cfg.seed)
    num, plan, y = simulate(cfg)
    a, b = int(0.6 * len(y)), int(0.75 * len(y))

    def part(s):
        return {"numeric": num[s], "plan": plan[s]}, y[s]

    model = build(cfg)
    stopper = keras.callbacks.EarlyStopping(
        monitor="val_acc", mode="max", patience=cfg.patience, restore_best_weights=True, verbose=1)
    xtr, ytr = part(slice(0, a))
    model.fit(xtr, ytr, validation_data=part(slice(a, b)), epochs=cfg.max_epochs,
              batch_size=cfg.batch_size, callbacks=[stopper], verbose=2)

    xte, yte = part(slice(b, None))
    prob = model.predict(xte, verbose=0)
    hit = ((prob > 0.5) == (yte > 0.5)).mean()
    print(f"held-out customers classified correctly: {hit:.3f} (majority {max(yte.mean(), 1 - yte.mean()):.3f})")


if __name__ == "__main__":
    main()
