import keras
from keras import layers


def double_conv(x, filters):
    for _ in range(2):
        x = layers.Conv2D(filters, 3, padding="same", activation="relu", kernel_initializer="he_normal")(x)
    return x


def build_unet(shape, base=8):
    inputs = keras.Input(shape)
    c1 = double_conv(inputs, base)
    p1 = layers.MaxPooling2D()(c1)
    c2 = double_conv(p1, base * 2)
    p2 = layers.MaxPooling2D()(c2)
    mid = double_conv(p2, base * 4)
    u2 = layers.Concatenate()([layers.UpSampling2D()(mid), c2])
    c3 = double_conv(u2, base * 2)
    u1 = layers.Concatenate()([layers.UpSampling2D()(c3), c1])
    c4 = double_conv(u1, base)
    outputs = layers.Conv2D(1, 1, activation="sigmoid")(c4)
    return keras.Model(inputs, outputs, name="tiny_unet")
