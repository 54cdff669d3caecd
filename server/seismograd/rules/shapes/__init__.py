"""Sizes of tensors that do not meet, or meet in a way nobody meant."""
