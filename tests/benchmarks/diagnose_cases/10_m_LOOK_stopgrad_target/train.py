"""Q-learning on a short corridor with a slowly updated target network."""
import numpy as np
import torch
import keras
from keras import layers, ops

CELLS, GAMMA, TAU = 8, 0.9, 0.05


def qnet():
    return keras.Sequential([layers.Input((CELLS,)), layers.Dense(32, activation="tanh"), layers.Dense(2)])


def transitions(n, rng):
    """random-policy experience: action 1 moves right, 0 moves left, goal at the right end"""
    s = rng.integers(0, CELLS - 1, n)
    a = rng.integers(0, 2, n)
    slip = rng.random(n) < 0.1
    move = np.where(slip, 1 - a, a) * 2 - 1
    s2 = np.clip(s + move, 0, CELLS - 1)
    done = s2 == CELLS - 1
    return s, a, done.astype("float32"), s2, done.astype("float32")


def exact_q():
    q = np.zeros((CELLS, 2))
    for _ in range(500):
        v = q.max(1)
        for s in range(CELLS - 1):
            nxt = {d: min(max(s + d, 0), CELLS - 1) for d in (-1, 1)}
            val = {d: (1.0 if nxt[d] == CELLS - 1 else GAMMA * v[nxt[d]]) for d in (-1, 1)}
            q[s, 1] = 0.9 * val[1] + 0.1 * val[-1]
            q[s, 0] = 0.9 * val[-1] + 0.1 * val[1]
    return q


def main(seed=10, steps=1500, batch=64):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    eye = np.eye(CELLS, dtype="float32")
    online, target = qnet(), qnet()
    target.set_weights(online.get_weights())
    target.trainable = False
    opt = keras.optimizers.Adam(3e-3)
    opt.build(online.trainable_variables)
    truth = exact_q()[:-1]
    for step in range(steps):
        s, a, r, s2, done = transitions(batch, rng)
        best = ops.max(target(eye[s2]), axis=1)
        goal = ops.stop_gradient(ops.convert_to_tensor(r) + GAMMA * (1 - ops.convert_to_tensor(done)) * best)
        online.zero_grad()
        q = ops.take_along_axis(online(eye[s]), ops.convert_to_tensor(a[:, None]), axis=1)[:, 0]
        loss = ops.mean(ops.square(q - goal))
        loss.backward()
        with torch.no_grad():
            opt.apply([v.value.grad for v in online.trainable_variables], online.trainable_variables)
            for vt, vo in zip(target.variables, online.variables):
                vt.assign(vt * (1 - TAU) + vo * TAU)
        if (step + 1) % 250 == 0:
            err = np.abs(online.predict(eye[:-1], verbose=0) - truth).max()
            print(f"step {step + 1:5d}  td loss {float(loss.detach()):.4f}  max |Q - Q*| {err:.3f}")
    q = online.predict(eye[:-1], verbose=0)
    print(f"greedy policy optimal in {np.mean(q.argmax(1) == truth.argmax(1)):.2f} of the states, mean |Q - Q*| {np.abs(q - truth).mean():.3f}")


if __name__ == "__main__":
    main()
