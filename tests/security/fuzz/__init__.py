"""Random hostile input for everything that reads what strangers write."""
