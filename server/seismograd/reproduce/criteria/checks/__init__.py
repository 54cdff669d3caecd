"""The checks that criteria can name: each class found here is one."""
