import math

import torch


def make_track(seconds: float = 4.0, rate: int = 8192, seed: int = 0):
    """A sung line over broken chords: (mixture, stems)."""
    g = torch.Generator().manual_seed(seed)
    time = torch.arange(int(seconds * rate)) / rate
    pitch = 220 * 2 ** (torch.randint(0, 12, (8,), generator=g) / 12)
    note = (time * 2).long() % 8
    vibrato = 0.3 * torch.sin(2 * math.pi * 5 * time)
    voice = 0.5 * torch.sin(2 * math.pi * pitch[note] * time + vibrato)
    chord = sum(torch.sin(2 * math.pi * f * time) for f in (131.0, 165.0, 196.0)) / 6
    chord = chord * torch.exp(-4 * (time % 0.5))
    chord = chord + 0.01 * torch.randn(len(time), generator=g)
    return voice + chord, torch.stack([voice, chord])
