import argparse
import keras
import numpy as np
from keras.layers import BatchNormalization, Dense, Dropout, Input
from keras.models import Sequential

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=15)
parser.add_argument("--batch_size", type=int, default=32)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--seed", type=int, default=19)
opt = parser.parse_args()

keras.utils.set_random_seed(opt.seed)
SPECIES = ["barley", "oat", "rye", "wheat"]


def measure_kernels(n):
    """Seven geometric measurements of cereal kernels."""
    centre = np.random.default_rng(100).normal(0, 1.4, (len(SPECIES), 7))
    label = np.random.randint(0, len(SPECIES), n)
    skew = np.random.normal(0, 1, (n, 1)) * np.array([[1, .8, .6, 0, .3, 0, .5]])
    m = centre[label] + skew + np.random.normal(0, 0.6, (n, 7))
    return m, label


X, y = measure_kernels(1600)
order = np.random.permutation(len(X))
X, y = X[order], y[order]
n_train = int(len(X) * 0.75)
X = (X - X[:n_train].mean(axis=0)) / X[:n_train].std(axis=0)

model = Sequential()
model.add(Input((7,)))
model.add(Dense(32, activation="relu"))
model.add(BatchNormalization())
model.add(Dropout(0.2))
model.add(Dense(16, activation="relu"))
model.add(Dense(len(SPECIES), activation="softmax"))

model.compile(loss="sparse_categorical_crossentropy",
              optimizer=keras.optimizers.RMSprop(opt.lr),
              metrics=["accuracy"])
model.fit(X[:n_train], y[:n_train],
          validation_data=(X[n_train:], y[n_train:]),
          epochs=opt.epochs, batch_size=opt.batch_size, verbose=2)

scores = model.evaluate(X[n_train:], y[n_train:], verbose=0)
print("Accuracy: %.2f%%" % (scores[1] * 100))
