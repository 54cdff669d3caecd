import torch

PADDING = 0


def collate(documents):
    """Lists of word numbers (from 1) to a padded tensor and a mask that is True at words."""
    longest = max(max(len(document) for document in documents), 1)
    words = torch.full((len(documents), longest), PADDING)
    for row, document in enumerate(documents):
        words[row, : len(document)] = torch.tensor(document, dtype=torch.long)
    return words, words != PADDING
