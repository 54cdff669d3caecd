import csv
from pathlib import Path

import numpy as np


def read_label_table(path=Path(__file__).with_name("labels.csv")):
    with open(path, newline="") as fh:
        return {row["name"]: int(row["id"]) - 1 for row in csv.DictReader(fh)}


def burst(name, n, rng):
    t = np.arange(n)
    f0 = rng.uniform(0.08, 0.15)
    msg = np.sin(2 * np.pi * rng.uniform(0.01, 0.02) * t + rng.uniform(0, 6.3))
    if name == "am":
        z = (1 + 0.8 * msg) * np.exp(2j * np.pi * f0 * t)
    elif name == "fm":
        z = np.exp(2j * np.pi * (f0 * t + 0.05 * np.cumsum(msg)))
    elif name == "fsk":
        bits = np.repeat(rng.choice([-1, 1], n // 16 + 1), 16)[:n]
        z = np.exp(2j * np.pi * np.cumsum(f0 + 0.06 * bits))
    elif name == "tone":
        z = np.exp(2j * np.pi * f0 * t)
    else:
        z = np.zeros(n, complex)
    z = z + 0.3 * (rng.standard_normal(n) + 1j * rng.standard_normal(n))
    return np.stack([z.real, z.imag])


def record(n_bursts, length, rng):
    table = read_label_table()
    names = rng.choice(list(table), n_bursts)
    x = np.stack([burst(s, length, rng) for s in names]).astype(np.float32)
    y = np.array([table[s] for s in names])
    return x, y, len(table)
