"""NumPy 2's name of numpy.core: what its pickles ask for."""
