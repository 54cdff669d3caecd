import pandas as pd
from keras.layers import Activation, Dense
from keras.models import Sequential
from keras.utils import to_categorical
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import LabelEncoder, StandardScaler

df = pd.read_csv("data.csv")
data = df.values

X = data[:, 0:1].astype("float32")
Y = data[:, 1]

X = StandardScaler().fit_transform(X)
encoder = LabelEncoder()
Y = to_categorical(encoder.fit_transform(Y), 2)

X_train, X_test, y_train, y_test = train_test_split(
    X, Y, test_size=0.2, random_state=42, shuffle=True
)

model = Sequential()
model.add(Dense(1, input_dim=1))
model.add(Activation("sigmoid"))
model.add(Dense(2, kernel_initializer="normal", activation="softmax"))

model.compile(loss="mean_absolute_error", optimizer="rmsprop", metrics=["accuracy"])
model.fit(X_train, y_train, batch_size=200, epochs=10, verbose=1)

loss, acc = model.evaluate(X_test, y_test, verbose=0)
print("loss", loss, "accuracy", acc)
