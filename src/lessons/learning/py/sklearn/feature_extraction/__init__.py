"""sklearn.feature_extraction: texts as counts of their words."""
from sklearn.feature_extraction import text

__all__ = ['text']
