"""In a session pdb is IPython's debugger, as in a notebook of IPython's own kernel: that one puts itself here."""
try:
    import _session
except ImportError:                             # a program by itself
    pass
else:
    if 'IPython.core.debugger' not in sys.modules:
        import IPython.core.debugger
        del IPython
    del _session
