"""InteractiveShell: the class whose settings programs change, and its one instance."""
from perch.shell import Shell, _session, get_ipython


class _Settings(type):
    """InteractiveShell.ast_node_interactivity = 'all' is said of the session too, as if there were one shell alone."""

    @property
    def ast_node_interactivity(cls):
        return Shell._shows

    @ast_node_interactivity.setter
    def ast_node_interactivity(cls, value):
        Shell._set_shows(value)


class InteractiveShell(Shell, metaclass=_Settings):
    """The session."""

    @classmethod
    def instance(cls):
        return get_ipython()

    initialized = classmethod(lambda cls: _session is not None)
