import numpy as np

G_OVER_L = 9.81
DAMPING = 0.15


def step(theta, omega, torque, dt=0.02, substeps=15):
    """Integrate a driven pendulum over substeps * dt seconds."""
    for _ in range(substeps):
        acc = -G_OVER_L * np.sin(theta) - DAMPING * omega + torque
        omega = omega + dt * acc
        theta = theta + dt * omega
    return theta, omega


def dataset(n, rng):
    theta = rng.uniform(-np.pi, np.pi, n)
    omega = rng.uniform(-6, 6, n)
    torque = rng.uniform(-3, 3, n)
    t2, o2 = step(theta, omega, torque)
    x = np.stack([theta / np.pi, omega / 6, torque / 3], axis=1)
    y = np.stack([t2 - theta, o2 - omega], axis=1) + rng.normal(0, 0.01, (n, 2))
    return x.astype("float32"), y.astype("float32")
