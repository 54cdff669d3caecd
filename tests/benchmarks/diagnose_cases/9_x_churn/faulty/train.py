import keras
from keras import layers
import numpy as np

np.random.seed(4)
keras.utils.set_random_seed(4)

PLANS = ["prepaid", "basic", "plus", "family"]


def customers(n):
    """Telecom customers: usage, tenure, plan; churn is drawn from a known hazard."""
    tenure = np.random.exponential(24, n)
    calls = np.random.poisson(3, n)
    usage = np.random.gamma(2.0, 4.0, n)
    bill = 8 + 1.4 * usage + np.random.normal(0, 3, n)
    plan = np.random.randint(0, len(PLANS), n)
    hazard = (2.2 * (calls > 4) - 0.07 * tenure + 0.25 * (bill - 1.2 * usage - 9)
              + np.array([1.2, 0.3, -0.4, -1.5])[plan] + 0.9)
    churn = np.random.rand(n) < 1 / (1 + np.exp(-2.5 * hazard))
    num = np.stack([tenure, calls, usage, bill], axis=1)
    onehot = np.eye(len(PLANS))[plan]
    return np.hstack([num, onehot]).astype("float32"), churn.astype("float32")


X, y = customers(5000)
mean, std = X[:4000, :4].mean(0), X[:4000, :4].std(0)
X[:, :4] = (X[:, :4] - mean) / std
X_train, X_val, y_train, y_val = X[:4000], X[4000:], y[:4000], y[4000:]

model = keras.Sequential([
    layers.Input(shape=(X.shape[1],)),
    layers.Dense(48, activation="relu"),
    layers.Dropout(0.1),
    layers.Dense(24, activation="relu"),
    layers.Dense(1, activation="softmax"),
])
model.compile(loss="binary_crossentropy",
              optimizer=keras.optimizers.Adam(learning_rate=2e-3),
              metrics=["binary_accuracy"])
model.summary()

history = model.fit(X_train, y_train, epochs=8, batch_size=64,
                    validation_data=(X_val, y_val), verbose=2)

proba = model.predict(X_val, verbose=0)[:, 0]
hard = proba > 0.5
for churned in (0, 1):
    sel = y_val == churned
    print("churn=%d: %d customers, %.3f right" % (churned, sel.sum(), np.mean(hard[sel] == churned)))
print("validation accuracy %.3f" % np.mean(hard == y_val))
