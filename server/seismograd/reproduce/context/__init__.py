"""What the project offers: symbols, calls, entry points, and the parts that a report is about."""
