"""Output caught."""
from perch.capture import CapturedIO, capture_output
