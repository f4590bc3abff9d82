"""InteractiveShell: the class whose settings programs change, and its one instance."""
from perch.shell import Shell, _session, get_ipython


class _Settings(type):
    """InteractiveShell.ast_node_interactivity = 'all' is said of the session too, as if there were one shell alone."""

    ast_node_interactivity = vars(Shell)['ast_node_interactivity']


class InteractiveShell(Shell, metaclass=_Settings):
    """The session."""

    @classmethod
    def instance(cls):
        return get_ipython()

    initialized = classmethod(lambda cls: _session is not None)
