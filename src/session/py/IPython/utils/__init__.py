"""The names of IPython.utils that programs use."""
