"""Results must be measured in the right mode, on the right data, with the right arithmetic."""
