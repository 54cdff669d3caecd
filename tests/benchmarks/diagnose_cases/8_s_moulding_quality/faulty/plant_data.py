import numpy as np


def simulate(n, seed):
    """Machine log (in order of the timestamps) and lab report (in order of the part numbers)."""
    rng = np.random.default_rng(seed)
    part = rng.permutation(np.arange(50000, 50000 + n))
    melt = rng.normal(230, 6, n)
    pressure = rng.normal(850, 40, n)
    cooling = rng.normal(14, 1.5, n)
    humidity = rng.uniform(20, 70, n)
    speed = rng.normal(60, 8, n)
    a, b, c = (melt - 230) / 6, (pressure - 850) / 40, (cooling - 14) / 1.5
    score = 1.3 * a * b - 1.1 * c + 0.9 * (humidity - 45) / 14 - 0.6 * np.abs(a)
    defect = score + 0.3 * rng.standard_normal(n) > 0.2
    log = {"part": part, "sensors": np.column_stack([melt, pressure, cooling, humidity, speed])}
    order = np.argsort(part)
    lab = {"part": part[order], "defect": defect[order].astype(np.float32)}
    return log, lab


def load_table(n=5000, seed=0):
    log, lab = simulate(n, seed)
    assert set(log["part"]) == set(lab["part"])
    x = log["sensors"].astype(np.float32)
    y = lab["defect"]
    return x, y
