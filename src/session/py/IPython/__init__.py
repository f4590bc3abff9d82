"""The names of IPython that programs use, over perch's session."""
from perch.shell import get_ipython

version_info = (8, 39, 0)
__version__ = '.'.join(map(str, version_info))


def __getattr__(name):
    if name == 'display':
        import sys
        import IPython.display                  # the module: lessons say display.display(x)
        return sys.modules['IPython.display']
    if name == 'InteractiveShell':
        from IPython.core.interactiveshell import InteractiveShell
        return InteractiveShell
    raise AttributeError('module %r has no attribute %r' % (__name__, name))
