"""What ends a program that is being debugged."""
from pdb import BdbQuit

__all__ = ['BdbQuit']
