"""The names of IPython.lib that programs use."""
