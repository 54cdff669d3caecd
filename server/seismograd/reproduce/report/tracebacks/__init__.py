"""Tracebacks in reports: as Python, IPython, pytest and rich print them, whole or in part."""
