"""Something of the project, made and ready to be measured."""
