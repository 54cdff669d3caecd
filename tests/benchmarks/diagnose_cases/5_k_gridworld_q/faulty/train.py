"""Fitted Q iteration on a small grid world (every step costs 1 until the goal)."""
import numpy as np
import keras
from keras import layers

SIZE = 6
GOAL = (5, 5)
WALLS = {(1, 1), (1, 2), (1, 3), (3, 2), (3, 3), (3, 4), (4, 4)}
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
GAMMA = 0.9
SWEEPS = 30


class GridWorld:
    def __init__(self):
        self.cells = [(r, c) for r in range(SIZE) for c in range(SIZE) if (r, c) not in WALLS]

    def step(self, cell, a):
        r, c = cell[0] + MOVES[a][0], cell[1] + MOVES[a][1]
        if not (0 <= r < SIZE and 0 <= c < SIZE) or (r, c) in WALLS:
            r, c = cell
        return (r, c), -1.0, (r, c) == GOAL

    def encode(self, cells):
        x = np.zeros((len(cells), SIZE * SIZE), dtype="float32")
        for i, (r, c) in enumerate(cells):
            x[i, r * SIZE + c] = 1.0
        return x


class QNet(keras.Model):
    def __init__(self, n_actions):
        super().__init__()
        self.h1 = layers.Dense(64, activation="relu")
        self.h2 = layers.Dense(64, activation="relu")
        self.q = layers.Dense(n_actions, activation="relu")

    def call(self, x):
        return self.q(self.h2(self.h1(x)))


def collect(env, rng, n):
    """visit random cells and try every move there"""
    states, rewards, nexts, dones = [], [], [], []
    while len(states) < n:
        s = env.cells[rng.integers(len(env.cells))]
        if s == GOAL:
            continue
        tries = [env.step(s, a) for a in range(4)]
        states.append(s)
        nexts.extend(t[0] for t in tries)
        rewards.append([t[1] for t in tries])
        dones.append([t[2] for t in tries])
    return (env.encode(states), np.array(rewards, dtype="float32"),
            env.encode(nexts), np.array(dones, dtype="float32"))


def rollout(env, qnet, start, limit=40):
    table = qnet.predict(env.encode(env.cells), verbose=0)
    policy = {c: int(np.argmax(q)) for c, q in zip(env.cells, table)}
    cell, steps = start, 0
    while cell != GOAL and steps < limit:
        cell, _, _ = env.step(cell, policy[cell])
        steps += 1
    return steps


keras.utils.set_random_seed(0)
rng = np.random.default_rng(0)
env = GridWorld()
s, r, s2, done = collect(env, rng, 400)

qnet = QNet(4)
qnet.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse")
for sweep in range(SWEEPS):
    nxt = qnet.predict(s2, batch_size=1600, verbose=0).max(1).reshape(-1, 4)
    target = r + GAMMA * (1 - done) * nxt
    h = qnet.fit(s, target, batch_size=50, epochs=4, verbose=0)
    if sweep % 5 == 4:
        print(f"sweep {sweep + 1}: bellman loss {h.history['loss'][-1]:.4f}")

starts = [c for c in env.cells if c != GOAL]
lengths = [rollout(env, qnet, c) for c in starts[::4]]
solved = np.mean([n < 40 for n in lengths])
print(f"reached goal from {solved:.0%} of starts, mean length {np.mean(lengths):.1f}")
