"""The report's own code."""
