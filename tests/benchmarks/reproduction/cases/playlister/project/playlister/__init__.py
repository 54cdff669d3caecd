"""Tracks for listeners: matrix factorisation with sampled negatives."""
