"""The families of bugs, one file each."""
