"""As IPython.utils.io."""
from IPython.utils.io import CapturedIO, capture_output
