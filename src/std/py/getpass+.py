"""In a session the front asks for passwords: a notebook, a terminal that shows what is typed."""


def getpass(prompt='Password: ', stream=None, _at_a_terminal=getpass):
    """A line that is not shown while it is typed."""
    try:
        from _session import input as ask
    except ImportError:                 # a program, not a session
        return _at_a_terminal(prompt, stream)
    return ask(prompt, True) if sys.stdin is sys.__stdin__ else _at_a_terminal(prompt, stream)
