'''Trains a simple convnet on noisy seven-segment digits.'''
import numpy as np
import keras
from keras.models import Sequential
from keras.layers import Dense, Dropout, Flatten, Input
from keras.layers import Conv2D, MaxPooling2D

batch_size = 64
num_classes = 10
epochs = 10

keras.utils.set_random_seed(1234)
rng = np.random.default_rng(1234)

SEG = {0: "abcdef", 1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd",
       6: "afgedc", 7: "abc", 8: "abcdefg", 9: "abcdfg"}
BOX = {"a": (0, 1, 1, 4), "g": (4, 5, 1, 4), "d": (8, 9, 1, 4),
       "f": (1, 4, 0, 1), "b": (1, 4, 4, 5), "e": (5, 8, 0, 1), "c": (5, 8, 4, 5)}


def digit(k):
    img = np.zeros((14, 12), "float32")
    dy, dx = rng.integers(0, 6), rng.integers(0, 8)
    for s in SEG[k]:
        r0, r1, c0, c1 = BOX[s]
        img[dy + r0:dy + r1, dx + c0:dx + c1] = rng.uniform(0.6, 1.0)
    return np.clip(img + rng.normal(0, 0.15, img.shape), 0, 1)


labels = rng.integers(0, 10, 3000)
images = np.stack([digit(k) for k in labels]).astype("float32")[..., None]
x_train, x_test = images[:2400], images[2400:]
y_train = keras.utils.to_categorical(labels[:2400], num_classes)
y_test = keras.utils.to_categorical(labels[2400:], num_classes)

model = Sequential()
model.add(Input(shape=x_train.shape[1:]))
model.add(Conv2D(16, kernel_size=(3, 3), activation='relu'))
model.add(Conv2D(24, (3, 3), activation='relu'))
model.add(MaxPooling2D(pool_size=(2, 2)))
model.add(Dropout(0.1))
model.add(Flatten())
model.add(Dense(64, activation='relu'))
model.add(Dense(num_classes, activation='softmax'))

model.compile(loss=keras.losses.categorical_crossentropy,
              optimizer=keras.optimizers.Adadelta(),
              metrics=['accuracy'])

model.fit(x_train, y_train,
          batch_size=batch_size,
          epochs=epochs,
          verbose=2,
          validation_data=(x_test, y_test))
score = model.evaluate(x_test, y_test, verbose=0)
print('Test loss:', score[0])
print('Test accuracy:', score[1])
