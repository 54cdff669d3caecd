import torch


def pad_batch(sequences, value=0):
    return torch.nn.utils.rnn.pad_sequence(sequences, batch_first=True, padding_value=value)
