"""Python text understood as Python: documents, evaluation, imports, edits."""
