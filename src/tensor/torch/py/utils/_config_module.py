"""Modules of settings (torch._dynamo.config): a table of names and values; what is not in it does not exist, and patch() changes some for a while."""
import functools
import sys
import types


class ConfigModule(types.ModuleType):
    """Its settings are attributes; one may have another's name."""

    def __getattr__(self, name):
        rows = self.__dict__['_rows']
        name = self.__dict__['_alias'].get(name, name)
        if name not in rows:
            raise AttributeError('%s.%s does not exist' % (self.__name__, name))
        return rows[name]

    def __setattr__(self, name, value):
        if name.startswith('__'):               # the import system's
            super().__setattr__(name, value)
            return
        self._known(name)
        self._rows[self._alias.get(name, name)] = value

    def __delattr__(self, name):
        self._known(name)
        self._rows[self._alias.get(name, name)] = self._first[self._alias.get(name, name)]

    def _known(self, name):
        if self._alias.get(name, name) not in self._first:
            raise AttributeError('%s.%s does not exist' % (self.__name__, name))

    def get_config_copy(self):
        return dict(self._rows)

    shallow_copy_dict = to_dict = get_config_copy

    def patch(self, arg1=None, arg2=None, **changes):
        """patch('name', value), patch({'name': value}) or patch(name=value): a with statement or a decorator in which they are so."""
        if arg1 is not None:
            changes = {arg1: arg2} if isinstance(arg1, str) else arg1
        for name in changes:
            self._known(name)
        return ConfigPatch(self, changes)


class ConfigPatch:
    """Settings that are other ones inside it."""

    def __init__(self, config, changes):
        self.config, self.changes, self.prior = config, changes, {}

    def __enter__(self):
        self.prior = {name: getattr(self.config, name) for name in self.changes}
        for name, value in self.changes.items():
            setattr(self.config, name, value)

    def __exit__(self, *error):
        for name, value in self.prior.items():
            setattr(self.config, name, value)

    def __call__(self, function):
        @functools.wraps(function)
        def patched(*args, **kwargs):
            with ConfigPatch(self.config, self.changes):
                return function(*args, **kwargs)
        return patched


ConfigPatch.__qualname__ = 'ConfigModule.patch.<locals>.ConfigPatch'


def install(name, rows, alias=()):
    """The module `name`, which is being imported, becomes one of settings."""
    module = sys.modules[name]
    module.__dict__.update(_rows=dict(rows), _first=rows, _alias=dict(alias))
    module.__class__ = ConfigModule
