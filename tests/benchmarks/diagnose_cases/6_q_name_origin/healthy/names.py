import random

ORIGINS = {
    "norska": (["bjo", "tor", "sve", "hal", "gun", "sig", "ast", "ing"], ["rik", "sen", "dal", "var", "mund", "hild", "berg"]),
    "latino": (["mar", "jua", "car", "lui", "ros", "ale", "fer", "ana"], ["ita", "ez", "illo", "ando", "cia", "ena", "ador"]),
    "slavik": (["mir", "bog", "vla", "sta", "dra", "yar", "rad", "zor"], ["ov", "slav", "ko", "enko", "vic", "itsa", "mila"]),
    "kelton": (["mac", "bri", "cael", "oif", "fin", "con", "aed", "sio"], ["gal", "ley", "nan", "wyn", "agh", "dhe", "bhan"]),
    "nipora": (["ta", "hi", "ka", "mi", "yo", "sa", "na", "ku"], ["ko", "shi", "moto", "mura", "zuki", "yama", "naka"]),
}
LABELS = sorted(ORIGINS)
CHARS = "_abcdefghijklmnopqrstuvwxyz"


def sample_name(origin, rng):
    starts, ends = ORIGINS[origin]
    name = rng.choice(starts) + rng.choice(["", "a", "i", "o", "e"]) + rng.choice(ends)
    if rng.random() < 0.15:
        k = rng.randrange(len(name))
        name = name[:k] + rng.choice(CHARS[1:]) + name[k + 1:]
    return name


def make_names(n, seed):
    rng = random.Random(seed)
    pairs = []
    for _ in range(n):
        label = rng.randrange(len(LABELS))
        pairs.append((sample_name(LABELS[label], rng), label))
    return pairs


def encode(pairs, max_len=14):
    ids = [[CHARS.index(c) for c in name[:max_len]] for name, _ in pairs]
    lengths = [len(i) for i in ids]
    padded = [i + [0] * (max_len - len(i)) for i in ids]
    return padded, lengths, [label for _, label in pairs]
