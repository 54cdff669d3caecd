import torch

PAD, BOS, EOS = 0, 1, 2
LETTERS = "abcdefghijklmnopqrstuvwxyz ,.-/'"
VOCABULARY = 3 + len(LETTERS)

POEMS = [
    "an old silent pond / a frog jumps into the pond / splash, silence again",
    "winter seclusion / listening, that evening / to the rain in the mountain",
    "light of the moon / moves west, flowers' shadows / creep eastward",
    "over the wintry forest / winds howl in rage / with no leaves to blow",
    "a world of dew",
    "the taste of rain / why kneel",
]


def encode(poem):
    return [BOS, *(3 + LETTERS.index(letter) for letter in poem if letter in LETTERS), EOS]


def collate(poems):
    rows = [encode(poem) for poem in poems]
    longest = max(len(row) for row in rows)
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])
