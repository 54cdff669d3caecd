"""Synthetic utterances of different lengths, and their collation into batches."""

import torch
from torch.nn.utils.rnn import pad_sequence


def make_corpus(count=96, mels=20, emotions=4, seed=0):
    generator = torch.Generator().manual_seed(seed)
    corpus = []
    for _ in range(count):
        emotion = int(torch.randint(0, emotions, (1,), generator=generator))
        frames = int(torch.randint(15, 90, (1,), generator=generator))
        mel = torch.randn(frames, mels, generator=generator)
        mel[:, emotion * 5 : emotion * 5 + 5] += 0.7
        corpus.append((mel, emotion))
    return corpus


def collate(utterances):
    mels, labels = zip(*utterances)
    lengths = torch.tensor([len(mel) for mel in mels])
    return pad_sequence(mels, batch_first=True), lengths, torch.tensor(labels)
