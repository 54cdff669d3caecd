import json
from pathlib import Path

import keras
import numpy as np

from recommender import Recommender

cfg = json.loads((Path(__file__).parent / "config.json").read_text())
keras.utils.set_random_seed(cfg["seed"])
rng = np.random.default_rng(cfg["seed"])

# readers x books with a low-rank taste structure
n_users, n_books = cfg["n_users"], cfg["n_books"]
U = rng.normal(size=(n_users, 4))
V = rng.normal(size=(n_books, 4))
users = rng.integers(0, n_users, cfg["n_ratings"])
books = rng.integers(0, n_books, cfg["n_ratings"])
rating = 3.0 + 0.5 * (U[users] * V[books]).sum(1) + 0.15 * rng.normal(size=len(users))
rating = rating.astype("float32")

cut = int(0.9 * len(users))
pairs = np.stack([users, books], 1).astype("int32")
x_tr, x_te = pairs[:cut], pairs[cut:]
y_tr, y_te = rating[:cut], rating[cut:]

model = Recommender(n_users, n_books, dim=cfg["dim"], global_mean=float(y_tr.mean()))
model.compile(
    optimizer=keras.optimizers.Adam(cfg["learning_rate"]),
    loss="mse",
    metrics=[keras.metrics.RootMeanSquaredError(name="rmse")],
)
model.fit(x_tr, y_tr, batch_size=cfg["batch_size"], epochs=cfg["epochs"],
          validation_data=(x_te, y_te), verbose=2)

print("baseline rmse (predict the mean):", round(float(np.std(y_te)), 3))
print("test rmse:", round(model.evaluate(x_te, y_te, verbose=0)[1], 3))
