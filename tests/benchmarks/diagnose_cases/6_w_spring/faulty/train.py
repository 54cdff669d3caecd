"""Identify stiffness and damping of a spring from measured trajectories."""
import keras
import numpy as np
from keras import ops

DT = 0.05
STEPS = 40
TRUE_K, TRUE_C = 6.0, 0.5


class SpringSimulator(keras.layers.Layer):
    """Rolls the state forward with a semi-implicit Euler scheme."""

    def __init__(self, steps, dt):
        super().__init__()
        self.steps = steps
        self.dt = dt

    def build(self, input_shape):
        self.log_k = self.add_weight(shape=(), initializer=keras.initializers.Constant(np.log(2.0)), name="log_k")
        self.log_c = self.add_weight(shape=(), initializer=keras.initializers.Constant(np.log(0.1)), name="log_c")

    def stiffness(self):
        return ops.exp(self.log_k)

    def damping(self):
        return ops.exp(self.log_c)

    def call(self, state):
        pos, vel = state[:, 0], state[:, 1]
        k = float(self.stiffness())
        c = self.damping()
        track = []
        for _ in range(self.steps):
            vel = vel + self.dt * (-k * pos - c * vel)
            pos = pos + self.dt * vel
            track.append(pos)
        return ops.stack(track, axis=1)


def measure(n, rng, noise=0.03):
    state = rng.uniform(-1, 1, size=(n, 2))
    pos, vel = state[:, 0].copy(), state[:, 1].copy()
    track = []
    for _ in range(STEPS):
        vel += DT * (-TRUE_K * pos - TRUE_C * vel)
        pos += DT * vel
        track.append(pos.copy())
    track = np.stack(track, axis=1)
    return state.astype("float32"), (track + rng.normal(0, noise, track.shape)).astype("float32")


keras.utils.set_random_seed(0)
rng = np.random.default_rng(0)
x_train, y_train = measure(256, rng)
x_test, y_test = measure(100, rng)

simulator = SpringSimulator(STEPS, DT)
model = keras.Sequential([keras.Input((2,)), simulator])
model.compile(optimizer=keras.optimizers.Adam(0.05), loss="mse")
log = keras.callbacks.LambdaCallback(
    on_epoch_end=lambda epoch, logs: print(
        f"epoch {epoch + 1:2d}  mse {logs['loss']:.5f}  "
        f"k {float(simulator.stiffness()):.3f}  c {float(simulator.damping()):.3f}"
    )
)
model.fit(x_train, y_train, batch_size=32, epochs=20, verbose=0, callbacks=[log])
print(f"test mse {model.evaluate(x_test, y_test, verbose=0):.5f}")
print(f"estimated k {float(simulator.stiffness()):.3f} (true {TRUE_K}), c {float(simulator.damping()):.3f} (true {TRUE_C})")
