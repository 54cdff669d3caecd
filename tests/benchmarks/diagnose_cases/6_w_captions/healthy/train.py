"""Map picture features into a caption embedding space and retrieve captions."""
import keras
import numpy as np
from keras import ops

EMB = 16
FEAT = 64


def make_pairs(n, rng, mix):
    z = rng.normal(size=(n, EMB))
    captions = z / np.linalg.norm(z, axis=1, keepdims=True)
    pictures = np.tanh(captions @ mix["a"] * 2.0) @ mix["b"] + rng.normal(0, 0.15, size=(n, FEAT))
    return pictures.astype("float32"), captions.astype("float32")


def alignment_loss(y_true, y_pred):
    """Zero when picture and caption vectors point the same way."""
    return 1.0 + keras.losses.cosine_similarity(y_true, y_pred, axis=-1)


def recall_at(k, queries, gallery):
    queries = queries / np.linalg.norm(queries, axis=1, keepdims=True)
    order = np.argsort(-queries @ gallery.T, axis=1)[:, :k]
    return np.mean([i in order[i] for i in range(len(queries))])


class RetrievalProbe(keras.callbacks.Callback):
    def __init__(self, pictures, captions, every=4):
        super().__init__()
        self.pictures, self.captions, self.every = pictures, captions, every

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % self.every == 0:
            emb = ops.convert_to_numpy(self.model(self.pictures, training=False))
            print(f"  epoch {epoch + 1}: R@1 {recall_at(1, emb, self.captions):.3f}")


def main():
    keras.utils.set_random_seed(17)
    rng = np.random.default_rng(17)
    mix = {"a": rng.normal(size=(EMB, 48)), "b": rng.normal(size=(48, FEAT)) / 7}
    pics, caps = make_pairs(2400, rng, mix)
    test_pics, test_caps = make_pairs(200, rng, mix)

    tower = keras.Sequential([
        keras.Input((FEAT,)),
        keras.layers.Dense(128, activation="gelu"),
        keras.layers.Dense(64, activation="gelu"),
        keras.layers.Dense(EMB),
    ])
    tower.compile(optimizer=keras.optimizers.AdamW(2e-3, weight_decay=1e-4), loss=alignment_loss)
    tower.fit(pics, caps, batch_size=64, epochs=12, verbose=2,
              callbacks=[RetrievalProbe(test_pics, test_caps)])

    emb = tower.predict(test_pics, verbose=0)
    print(f"R@1 {recall_at(1, emb, test_caps):.3f}   R@5 {recall_at(5, emb, test_caps):.3f}  (200 captions)")


main()
