"""The process between an owner and a run: it keeps the limits, and ends the run with the owner."""
