"""Which values weights and biases start from."""
