"""The names of IPython.core that programs use."""
