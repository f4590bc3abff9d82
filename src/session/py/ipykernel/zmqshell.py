"""The class of a notebook's session."""
from perch.shell import ZMQInteractiveShell
