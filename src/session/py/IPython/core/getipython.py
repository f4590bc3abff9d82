"""get_ipython."""
from perch.shell import get_ipython
