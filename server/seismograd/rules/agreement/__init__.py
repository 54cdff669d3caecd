"""Output, loss, labels and metric must fit one another."""
