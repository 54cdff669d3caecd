import keras
import numpy as np
from keras import layers

TAGS = ["action", "comedy", "drama", "horror", "romance", "sci-fi", "western"]


def load_movies(n, rng):
    # plot embedding (40 dims), every movie can carry any number of tags
    directions = np.random.default_rng(0).normal(size=(40, len(TAGS)))
    directions /= np.linalg.norm(directions, axis=0)
    x = rng.normal(size=(n, 40))
    score = x @ directions + 0.1 * rng.normal(size=(n, len(TAGS)))
    y = score > 0.15
    return x.astype("float32"), y.astype("float32")


class TagModel(keras.Model):
    def __init__(self, n_tags, width=96, **kw):
        super().__init__(**kw)
        self.d1 = layers.Dense(width, activation="gelu")
        self.norm = layers.LayerNormalization()
        self.drop = layers.Dropout(0.1)
        self.head = layers.Dense(n_tags, activation="softmax")

    def call(self, inputs, training=False):
        h = self.norm(self.d1(inputs))
        h = self.drop(h, training=training)
        return self.head(h)


def micro_f1(y, p):
    p = p > 0.5
    tp = np.sum(p & (y > 0.5))
    return 2 * tp / max(1, p.sum() + (y > 0.5).sum())


def main():
    keras.utils.set_random_seed(3)
    rng = np.random.default_rng(31)
    x_train, y_train = load_movies(2400, rng)
    x_test, y_test = load_movies(600, rng)

    model = TagModel(len(TAGS))
    model.compile(
        optimizer=keras.optimizers.AdamW(4e-3, weight_decay=1e-4),
        loss="binary_crossentropy",
        metrics=[keras.metrics.BinaryAccuracy(name="bin_acc")],
    )
    model.fit(x_train, y_train, batch_size=64, epochs=10, verbose=2,
              validation_data=(x_test, y_test))

    pred = model.predict(x_test, verbose=0)
    print("micro F1:", round(float(micro_f1(y_test, pred)), 3))
    for i, t in enumerate(TAGS):
        print(f"  {t:8s} F1 {micro_f1(y_test[:, i], pred[:, i]):.3f}")


if __name__ == "__main__":
    main()
