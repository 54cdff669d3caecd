import numpy as np


def synth(word, sr, rng, seconds=0.5):
    n = int(sr * seconds)
    t = np.linspace(0, 1, n)
    lo, hi = rng.uniform(180, 300), rng.uniform(550, 750)
    if word == "rise":
        f = lo + (hi - lo) * t
    elif word == "fall":
        f = hi - (hi - lo) * t
    elif word == "arch":
        f = lo + (hi - lo) * (1 - np.abs(2 * t - 1))
    else:
        f = hi - (hi - lo) * (1 - np.abs(2 * t - 1))
    phase = 2 * np.pi * np.cumsum(f) / sr
    wave = np.sin(phase + rng.uniform(0, 6.28)) * rng.uniform(0.6, 1.2)
    return wave + rng.normal(0, 0.5, n)


def log_spectrogram(wave, frame, hop):
    window = np.hanning(frame)
    starts = range(0, len(wave) - frame + 1, hop)
    frames = np.stack([wave[s:s + frame] * window for s in starts])
    mag = np.abs(np.fft.rfft(frames, axis=1))
    return np.log1p(mag)


def make_dataset(n, cfg, rng):
    labels = rng.integers(0, len(cfg["keywords"]), size=n)
    specs = [
        log_spectrogram(synth(cfg["keywords"][k], cfg["sample_rate"], rng), cfg["frame"], cfg["hop"])
        for k in labels
    ]
    return np.stack(specs).astype("float32"), labels
