"""What training does: losses, gradients, parameters, learning rates."""
