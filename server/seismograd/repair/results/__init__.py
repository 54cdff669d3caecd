"""What a repair came to: kept in the project and read back."""
