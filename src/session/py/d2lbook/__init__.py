"""Of d2lbook, with which "Dive into Deep Learning" is built, what its chapters ask for: tab."""
