"""gluon.contrib.data: a sampler in strides, texts for language models."""
from . import text                              # noqa: F401
from .sampler import IntervalSampler            # noqa: F401
