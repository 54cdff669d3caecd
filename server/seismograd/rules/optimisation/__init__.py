"""Learning rate, optimiser, schedule, regularisation and the number of updates."""
