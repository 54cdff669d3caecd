"""Gaze direction from an eye image and the pose of the head."""

import keras
import numpy as np
from keras import initializers, layers, ops
from sklearn.model_selection import train_test_split

BATCH_SIZE = 128
EPOCHS = 50


def to_unit_vectors(angles):
    pitch, yaw = angles[:, 0], angles[:, 1]
    x = -ops.cos(pitch) * ops.sin(yaw)
    y = -ops.sin(pitch)
    z = -ops.cos(pitch) * ops.cos(yaw)
    return ops.stack([x, y, z], axis=1)


def angle_loss(y_true, y_pred):
    cosine = ops.sum(to_unit_vectors(y_true) * to_unit_vectors(y_pred), axis=1)
    return ops.mean(ops.arccos(ops.clip(cosine, -0.99999, 0.99999)))


def build_model():
    image = keras.Input(shape=(36, 60, 1), name="image")
    x = layers.Conv2D(
        20,
        (5, 5),
        activation="relu",
        kernel_initializer=initializers.RandomNormal(mean=0.0, stddev=0.1),
        bias_initializer=initializers.Constant(0),
    )(image)
    x = layers.MaxPooling2D(pool_size=2, strides=2)(x)
    x = layers.Conv2D(
        50,
        (5, 5),
        activation="relu",
        kernel_initializer=initializers.RandomNormal(mean=0.0, stddev=0.1),
        bias_initializer=initializers.Constant(0),
    )(x)
    x = layers.MaxPooling2D(pool_size=2, strides=2)(x)
    x = layers.Flatten()(x)
    head_pose = keras.Input(shape=(2,), name="head_pose")
    x = layers.Dense(
        500,
        activation="relu",
        kernel_initializer=initializers.GlorotNormal(),
        bias_initializer=initializers.Constant(0),
        kernel_regularizer=None,
    )(x)
    x = layers.Concatenate()([head_pose, x])
    gaze = layers.Dense(2, activation="linear", name="gaze")(x)
    return keras.Model(inputs=[image, head_pose], outputs=gaze)


def main():
    images = np.load("images.npy")
    head_angles = np.load("head_angles.npy")
    gaze_angles = np.load("gaze_angles.npy")
    x_img, x_img_test, x_head, x_head_test, y, y_test = train_test_split(
        images, head_angles, gaze_angles, test_size=0.2, random_state=42
    )
    model = build_model()
    model.compile(
        loss=angle_loss,
        optimizer=keras.optimizers.SGD(learning_rate=0.01),
        metrics=[angle_loss],
    )
    model.fit(
        [x_img, x_head],
        y,
        batch_size=BATCH_SIZE,
        epochs=EPOCHS,
        validation_split=0.1,
    )
    print(model.evaluate([x_img_test, x_head_test], y_test))


if __name__ == "__main__":
    main()
