"""Networks that are known by name."""
from . import model_store, vision
from .vision import get_model
