"""What the project's classes and functions can be given: values, objects, tensors, small files."""
