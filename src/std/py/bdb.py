"""What ends a program that is being debugged."""

__all__ = ['BdbQuit']


class BdbQuit(Exception):
    """The person left the debugger."""
