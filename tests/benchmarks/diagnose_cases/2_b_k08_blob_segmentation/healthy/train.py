import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(42)


def make_images(n, size=24, seed=42):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:size, 0:size]
    imgs, masks = [], []
    for _ in range(n):
        mask = np.zeros((size, size), bool)
        for _ in range(rng.integers(1, 4)):
            cy, cx = rng.uniform(4, size - 4, 2)
            a, b = rng.uniform(2, 5, 2)
            mask |= ((yy - cy) / a) ** 2 + ((xx - cx) / b) ** 2 < 1
        img = 0.8 * mask + rng.normal(0, 0.45, mask.shape) + 0.6 * (xx / size) * rng.uniform(-1, 1)
        imgs.append(img)
        masks.append(mask)
    return np.array(imgs, "float32")[..., None], np.array(masks, "float32")[..., None]


def dice_coef(y_true, y_pred, smooth=1.0):
    inter = ops.sum(y_true * y_pred, axis=(1, 2, 3))
    union = ops.sum(y_true, axis=(1, 2, 3)) + ops.sum(y_pred, axis=(1, 2, 3))
    return (2.0 * inter + smooth) / (union + smooth)


def dice_loss(y_true, y_pred):
    return 1.0 - dice_coef(y_true, y_pred)


def unet(size=24):
    inp = keras.Input((size, size, 1))
    c1 = layers.Conv2D(8, 3, padding="same", activation="relu")(inp)
    p1 = layers.MaxPooling2D()(c1)
    c2 = layers.Conv2D(16, 3, padding="same", activation="relu")(p1)
    u1 = layers.UpSampling2D()(c2)
    m1 = layers.Concatenate()([u1, c1])
    c3 = layers.Conv2D(8, 3, padding="same", activation="relu")(m1)
    return keras.Model(inp, layers.Conv2D(1, 1, activation="sigmoid")(c3))


x, m = make_images(500)
model = unet()
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss=dice_loss, metrics=[dice_coef])
model.fit(x[:400], m[:400], batch_size=20, epochs=10, validation_data=(x[400:], m[400:]), verbose=2)

pred = model.predict(x[400:], verbose=0) > 0.5
true = m[400:] > 0.5
print("mean IoU on held-out images: %.3f" % ((pred & true).sum() / (pred | true).sum()))
