"""Instrumented runs: planned, carried out in a sandbox, summed up and kept."""
