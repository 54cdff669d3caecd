"""Change what a training is given or does, on request: for experiments, never in ordinary runs."""
