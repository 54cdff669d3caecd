import torch

ALPHABET = "ACDEFGHIKLMNPQRSTVWY"
PAD = 0


def encode(peptide):
    """Residues as numbers from 1; 0 is padding."""
    return [ALPHABET.index(letter) + 1 for letter in peptide]


def pad(peptides):
    """Peptides of different lengths as one tensor of residue numbers."""
    longest = max(len(peptide) for peptide in peptides)
    rows = [encode(peptide) + [PAD] * (longest - len(peptide)) for peptide in peptides]
    return torch.tensor(rows)
