import numpy as np

G_OVER_L = 9.81
DAMPING = 0.25


def rollout(theta, omega, torque, seconds=0.6, dt=0.01):
    for _ in range(int(seconds / dt)):
        acc = -G_OVER_L * np.sin(theta) - DAMPING * omega + torque
        omega = omega + dt * acc
        theta = theta + dt * omega
    return theta, omega


def sample(n, rng):
    theta = rng.uniform(-np.pi, np.pi, n)
    omega = rng.uniform(-4, 4, n)
    torque = rng.uniform(-2, 2, n)
    th2, om2 = rollout(theta, omega, torque)
    x = np.stack([theta, omega, torque], 1)
    y = np.stack([th2 - theta, om2 - omega], 1) + rng.normal(0, 0.05, (n, 2))
    return x.astype("float32"), y.astype("float32")
