import keras
import numpy as np
import pandas as pd
from keras import layers
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import MultiLabelBinarizer

papers = pd.read_json("papers.json")
binariser = MultiLabelBinarizer()
labels = binariser.fit_transform(papers["terms"]).astype("float32")
texts = papers["summary"].to_numpy(str)
x_train, x_test, y_train, y_test = train_test_split(texts, labels, test_size=0.1, random_state=3)

vectoriser = layers.TextVectorization(max_tokens=30_000, ngrams=2, output_mode="tf_idf")
vectoriser.adapt(x_train)
x_train, x_test = np.asarray(vectoriser(x_train)), np.asarray(vectoriser(x_test))

model = keras.Sequential(
    [
        keras.Input(shape=(x_train.shape[1],)),
        layers.Dense(512, activation="relu"),
        layers.Dropout(0.3),
        layers.Dense(256, activation="relu"),
        layers.Dense(len(binariser.classes_), activation="sigmoid"),
    ]
)
model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["binary_accuracy"])
model.fit(x_train, y_train, validation_split=0.1, epochs=20, batch_size=128)
_, accuracy = model.evaluate(x_test, y_test)
print(f"binary accuracy on the test set: {accuracy:.3f}")
