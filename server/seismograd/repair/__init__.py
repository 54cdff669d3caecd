"""Repair: search patches of a training's source, and measure what each one brings."""
