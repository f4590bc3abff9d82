"""Networks that are known by name."""
from . import vision
from .vision import get_model
