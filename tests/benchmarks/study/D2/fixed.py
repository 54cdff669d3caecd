import numpy as np
import pandas as pd
from keras.layers import Dense, Dropout
from keras.models import Sequential
from sklearn.model_selection import train_test_split

dataset = pd.read_csv("training.csv", nrows=10000)
labels = np.where(dataset["Label"] == "s", 0, 1)
features = dataset.drop(["EventId", "Label"], axis=1).values

X_train, X_test, y_train, y_test = train_test_split(
    features, labels, test_size=0.3, random_state=42
)

model = Sequential()
model.add(Dense(600, input_shape=(31,), activation="relu"))
model.add(Dropout(0.5))
model.add(Dense(400, activation="relu"))
model.add(Dropout(0.5))
model.add(Dense(100, activation="relu"))
model.add(Dropout(0.5))
model.add(Dense(1, activation="sigmoid"))
model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])

model.fit(X_train, y_train, epochs=100, batch_size=64)

scores = model.evaluate(X_test, y_test)
print("%s: %.2f%%" % (model.metrics_names[1], scores[1] * 100))
