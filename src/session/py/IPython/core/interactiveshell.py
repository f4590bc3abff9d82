"""InteractiveShell: the class whose settings programs change, and its one instance."""
from perch.shell import InteractiveShell, get_ipython
