"""Output caught."""
from perch.capture import CapturedIO, RichOutput, capture_output
