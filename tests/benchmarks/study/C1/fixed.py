"""Image classification on CIFAR-10."""

import keras
from keras.layers import Conv2D, Dense, Flatten, MaxPooling2D
from keras.models import Sequential
from sklearn.model_selection import train_test_split

(images, labels), (test_images, test_labels) = keras.datasets.cifar10.load_data()
images, test_images = images / 255.0, test_images / 255.0
train_images, val_images, train_labels, val_labels = train_test_split(
    images, labels, test_size=0.2, random_state=0
)

model = Sequential()
model.add(keras.Input((32, 32, 3)))
model.add(Conv2D(32, (3, 3), activation="relu"))
model.add(MaxPooling2D((2, 2)))
model.add(Conv2D(64, (3, 3), activation="relu"))
model.add(MaxPooling2D((2, 2)))
model.add(Conv2D(128, (3, 3), activation="relu"))
model.add(MaxPooling2D((2, 2)))
model.add(Flatten())
model.add(Dense(256, activation="relu"))
model.add(Dense(128, activation="relu"))
model.add(Dense(10, activation="softmax"))

model.compile(
    optimizer="adam",
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
history = model.fit(
    train_images,
    train_labels,
    batch_size=64,
    epochs=50,
    validation_data=(val_images, val_labels),
)

test_loss, test_acc = model.evaluate(test_images, test_labels, verbose=2)
print("accuracy on the test images:", test_acc)
