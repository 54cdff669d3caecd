"""From what a run shows to the line at fault."""
