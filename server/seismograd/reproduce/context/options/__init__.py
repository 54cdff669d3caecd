"""What scripts can be told on their command lines: one file for each way of declaring it."""
