"""The class of a session at a prompt."""
from perch.shell import TerminalInteractiveShell
