import numpy as np


def hourly_load(days=40, seed=0):
    """Megawatts for each hour: days, weeks and some noise around 400."""
    rng = np.random.default_rng(seed)
    hour = np.arange(24 * days)
    daily = 80 * np.sin(2 * np.pi * (hour % 24 - 7) / 24)
    weekend = np.where(hour // 24 % 7 >= 5, -50.0, 0.0)
    return (400 + daily + weekend + rng.normal(0, 8, len(hour))).astype(np.float32)


def split(load, share=0.8):
    """The first part to learn from, the rest to look at."""
    border = int(len(load) * share)
    return load[:border].copy(), load[border:].copy()
