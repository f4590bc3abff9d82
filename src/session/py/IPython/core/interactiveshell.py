"""InteractiveShell: the class whose settings programs change, and its one instance."""
from perch.shell import Shell, _session, get_ipython


class _Settings(type):
    _shown = 'last_expr'

    @property
    def ast_node_interactivity(cls):
        return _Settings._shown

    @ast_node_interactivity.setter
    def ast_node_interactivity(cls, value):
        _Settings._shown = value
        if _session is not None:
            _session.set_show_all(value == 'all')


class InteractiveShell(Shell, metaclass=_Settings):
    """The session."""

    @classmethod
    def instance(cls):
        return get_ipython()

    initialized = classmethod(lambda cls: _session is not None)


Shell.ast_node_interactivity = property(
    lambda self: InteractiveShell.ast_node_interactivity, lambda self, value: setattr(InteractiveShell, 'ast_node_interactivity', value))
