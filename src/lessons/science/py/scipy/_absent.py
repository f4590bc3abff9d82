"""What a program says when it asks perch's scipy for something of scipy that it has not."""


def absent(module, name, called='module'):
    """The error to raise."""
    from scipy._names import NAMES
    if name in NAMES.get(module, '').split():
        return AttributeError(f"{called} '{module}' has no attribute '{name}' (scipy has it; perch's scipy is a core of it, without {name})")
    return AttributeError(f"{called} '{module}' has no attribute '{name}'")


def of(module):
    """A module's __getattr__."""
    def __getattr__(name):
        raise absent(module, name)
    return __getattr__
