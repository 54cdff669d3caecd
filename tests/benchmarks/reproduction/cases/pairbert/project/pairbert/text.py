import torch

PAD = 0


class Tokenizer:
    """Words to numbers, by a hash: no vocabulary has to be stored."""

    def __init__(self, vocabulary=200):
        self.vocabulary = vocabulary

    def __call__(self, text):
        return [1 + sum(map(ord, word)) % (self.vocabulary - 1) for word in text.lower().split()]


def pad(sequences, length=None):
    """A tensor of token numbers and one that is 1 at tokens and 0 at padding."""
    length = length or max(map(len, sequences))
    tokens = torch.full((len(sequences), length), PAD)
    for row, sequence in enumerate(sequences):
        tokens[row, : len(sequence)] = torch.tensor(sequence)
    return tokens, (tokens != PAD).long()
