"""Seismograd: a seismograph for deep learning."""

__version__ = "0.1.0"
