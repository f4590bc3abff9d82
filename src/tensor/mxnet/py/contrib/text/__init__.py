"""mx.contrib.text: counting tokens, a vocabulary of them, and vectors for them out of files."""
from . import embedding, utils, vocab       # noqa: F401
