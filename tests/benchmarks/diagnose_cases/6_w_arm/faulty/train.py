"""Learn the tip position of a three-link planar arm from its joint angles."""
import keras
import numpy as np

from networks import ForwardKinematics

LINKS = np.array([1.0, 0.7, 0.4])


def tip(q):
    angle = np.cumsum(q, axis=1)
    return np.stack([(LINKS * np.cos(angle)).sum(1), (LINKS * np.sin(angle)).sum(1)], axis=1)


def make_data(n, rng):
    q = rng.uniform(-2.0, 2.0, size=(n, 3))
    p = tip(q) + rng.normal(0, 0.02, size=(n, 2))
    return q.astype("float32"), p.astype("float32")


def main(seed=5):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    q_train, p_train = make_data(2000, rng)
    q_test, p_test = make_data(500, rng)

    model = ForwardKinematics()
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
    reduce_lr = keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3)
    model.fit(
        q_train, p_train,
        validation_data=(q_test, p_test),
        batch_size=64, epochs=12, callbacks=[reduce_lr], verbose=2,
    )
    err = model.predict(q_test, verbose=0) - p_test
    r2 = 1 - (err ** 2).sum() / ((p_test - p_test.mean(0)) ** 2).sum()
    print(f"mean tip error {np.linalg.norm(err, axis=1).mean():.4f}   R2 {r2:.4f}")


if __name__ == "__main__":
    main()
