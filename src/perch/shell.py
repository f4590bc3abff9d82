"""get_ipython(): the session as programs see it, with the names that IPython's shell has."""
import sys

try:
    import _session
except ImportError:                     # a program without a session
    _session = None


class ExecutionResult:
    """How a cell ended."""

    def __init__(self, success, info=None, result=None):
        self.success = success
        self.info = info
        self.execution_count = _session.number()
        self.error_before_exec = None
        self.error_in_exec = None if success else _session.last_exception()
        self.result = result

    def raise_error(self):
        if self.error_in_exec is not None:
            raise self.error_in_exec

    def __repr__(self):
        return '<ExecutionResult object: success=%s>' % self.success


class Shell:
    """The session: its names, magics, history and cells."""

    _automagic, _pprint, _float_format = True, True, '%r'

    @property
    def automagic(self):
        return self._automagic

    @automagic.setter
    def automagic(self, on):
        self._automagic = bool(on)
        _session.set_automagic(self._automagic)

    @property
    def pprint(self):
        return self._pprint

    @pprint.setter
    def pprint(self, on):
        self._pprint = bool(on)
        self._set_pretty()

    @property
    def float_format(self):
        return self._float_format

    @float_format.setter
    def float_format(self, form):
        self._float_format = form
        self._set_pretty()

    def _set_pretty(self):
        from perch import display, pretty
        pretty.enabled = self._pprint
        pretty.float_format = None if self._float_format == '%r' else self._float_format
        _session.set_pretty(not self._pprint or pretty.float_format is not None or pretty.own_types, any(display.printers.values()) or any(display.by_name.values()))

    def get_parent(self):
        """The request that is worked on, in a kernel."""
        return self.kernel.get_parent()

    _shows = 'last_expr'

    @staticmethod
    def _set_shows(which):
        if _session is not None:
            _session.set_shows(which)
        Shell._shows = which

    @property
    def ast_node_interactivity(self):
        """Which values of a cell are shown: 'all', 'last', 'last_expr', 'last_expr_or_assign' or 'none'."""
        return self._shows

    @ast_node_interactivity.setter
    def ast_node_interactivity(self, which):
        self._set_shows(which)

    @property
    def kernel(self):
        from perch import comms
        return comms.kernel

    autoindent = True
    confirm_exit = True     # Ctrl-D asks before names are lost

    @property
    def config(self):
        if '_config' not in self.__dict__:
            self._config = Config({'IPKernelApp': Config(connection_file=_session.connection() or '')} if isinstance(self, ZMQInteractiveShell) else {})
        return self._config

    @property
    def user_ns(self):
        return _session.namespace()

    user_global_ns = user_ns

    @property
    def execution_count(self):
        return _session.number()

    @property
    def colors(self):
        return 'Linux' if _session.colour() else 'NoColor'

    @property
    def events(self):
        if '_events' not in self.__dict__:
            from perch.events import Events
            self._events = Events(self)
        return self._events

    @property
    def display_formatter(self):
        if '_formatter' not in self.__dict__:
            from perch.formatters import DisplayFormatter
            self._formatter = DisplayFormatter(self)
        return self._formatter

    # ---- running ----

    def run_cell(self, raw_cell, store_history=False, silent=False, shell_futures=True, cell_id=None):
        """Run a cell as if it had been typed."""
        from perch.events import Info
        well, shown = _session.execute(raw_cell, store_history, silent)
        return ExecutionResult(well, Info(raw_cell, store_history, silent, shell_futures, cell_id), shown)

    def ev(self, expr):
        """The value of an expression."""
        return eval(expr, self.user_ns)

    def ex(self, cmd):
        """Run statements."""
        exec(cmd, self.user_ns)

    def push(self, variables, interactive=True):
        """Names into the session's: a dict, or the caller's by their names."""
        if isinstance(variables, dict):
            self.user_ns.update(variables)
            return
        caller = sys._getframe(1)
        for name in variables.split() if isinstance(variables, str) else variables:
            self.user_ns[name] = eval(name, caller.f_globals, caller.f_locals)

    def drop_by_id(self, variables):
        for name, value in variables.items():
            if name in self.user_ns and self.user_ns[name] is value:
                del self.user_ns[name]

    def reset(self, new_session=True, aggressive=False):
        """Forget all names."""
        _session.reset()

    def transform_cell(self, raw_cell):
        """The Python that a cell is."""
        return _session.transform(raw_cell)

    def set_next_input(self, s, replace=False):
        """Text for the next cell."""
        _session.next_input(s, replace)

    def ask_exit(self):
        _session.exit()

    # ---- magics ----

    def run_line_magic(self, magic_name, line, _stack_depth=1):
        from perch.magics import run_line
        return run_line(self, magic_name, line)

    def run_cell_magic(self, magic_name, line, cell):
        from perch.magics import run_cell
        return run_cell(self, magic_name, line, cell)

    def magic(self, arg_s):
        """%arg_s"""
        name, _, line = arg_s.partition(' ')
        return self.run_line_magic(name.lstrip('%'), line)

    def find_magic(self, magic_name, magic_kind='line'):
        from perch.magics import find
        return find(self, magic_name, magic_kind)

    def find_line_magic(self, magic_name):
        return self.find_magic(magic_name, 'line')

    def find_cell_magic(self, magic_name):
        return self.find_magic(magic_name, 'cell')

    def register_magic_function(self, func, magic_kind='line', magic_name=None):
        from perch.magics import register
        register(func, magic_kind, magic_name)

    def register_magics(self, *classes):
        """Classes whose methods were marked by line_magic and cell_magic (IPython.core.magic)."""
        from perch.magics import register
        for each in classes:
            holder = each(self) if isinstance(each, type) else each
            for name in dir(type(holder)):
                for kind, magic_name in getattr(getattr(type(holder), name), '_perch_magic', ()):
                    register(getattr(holder, name), kind, magic_name)

    def var_expand(self, cmd, depth=0, formatter=None):
        """{expressions} and $names in a line, replaced by their values; left alone if one of them has none."""
        from perch.expand import expand
        return expand(cmd, self.user_ns)

    # ---- the system ----

    def system(self, cmd):
        """!cmd"""
        from perch.magics.system import system
        return system(self, cmd)

    system_raw = system_piped = system

    def getoutput(self, cmd, split=True, depth=0):
        """!!cmd and x = !cmd"""
        from perch.magics.system import getoutput
        return getoutput(self, cmd)

    def show_usage(self):
        """? alone"""
        from perch.magics.card import card
        from perch.magics.pages import show
        show(card())

    # ---- errors ----

    def set_custom_exc(self, exc_tuple, handler):
        """Errors of these classes are told by handler(shell, class, exception, traceback, tb_offset=None) from now on; () or None: by perch."""
        if not isinstance(exc_tuple, tuple):
            raise TypeError('The custom exceptions must be given as a tuple.')
        if not exc_tuple or handler is None:
            return _session.set_hook('error', None)

        def tell(error):
            if not isinstance(error, exc_tuple):
                return False
            handler(self, type(error), error, error.__traceback__, tb_offset=None)
            return True
        _session.set_hook('error', tell)

    def showtraceback(self, exc_tuple=None, *args, **kwargs):
        """The exception being handled (or given) as a cell's error."""
        value = exc_tuple[1] if exc_tuple else sys.exc_info()[1] or _session.last_exception()
        if value is not None:
            _session.tell_error(value)

    showsyntaxerror = showtraceback

    def __repr__(self):
        return '<perch session, cell %d>' % _session.number()


class _Settings(type):
    """InteractiveShell.ast_node_interactivity = 'all' is said of the session too, as if there were one shell alone."""

    ast_node_interactivity = vars(Shell)['ast_node_interactivity']


class InteractiveShell(Shell, metaclass=_Settings):
    """The session."""

    __module__ = 'IPython.core.interactiveshell'

    @classmethod
    def instance(cls):
        return get_ipython()

    initialized = classmethod(lambda cls: _session is not None)


class TerminalInteractiveShell(InteractiveShell):
    """The session at a prompt."""

    __module__ = 'IPython.terminal.interactiveshell'


class ZMQInteractiveShell(InteractiveShell):
    """The session of a notebook."""

    __module__ = 'ipykernel.zmqshell'


class Config(dict):
    """Settings by sections: config.IPKernelApp is one, made when it is asked for."""

    __module__ = 'traitlets.config.loader'

    def __getattr__(self, name):
        if name in self:
            return self[name]
        if not name[:1].isupper():
            raise AttributeError(name)
        return self.setdefault(name, Config())

    def __setattr__(self, name, value):
        self[name] = value


# Programs ask by the class's name, or by config, whether a notebook shows what they print.
_KINDS = {'jupyter': ZMQInteractiveShell, 'lesson': ZMQInteractiveShell}
_shell = _KINDS.get(_session.front(), TerminalInteractiveShell)() if _session is not None else None


def get_ipython():
    """The session that this program runs in."""
    return _shell


def asks_to_leave():
    """Is it asked about before Ctrl-D ends the session? Modules alone are no loss."""
    from perch.magics.who import names
    module = type(sys)
    return bool(_shell.confirm_exit) and any(type(_shell.user_ns[name]) is not module for name in names(_shell))
