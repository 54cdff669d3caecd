"""What goes into training: scaling, labels, splits, order and transforms."""
