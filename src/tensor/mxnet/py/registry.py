"""Classes found by name: register, create, alias. Initializers, metrics and optimizers each have one."""
import json
import warnings


_known = {}         # base class: its classes by name


class Registry:
    def __init__(self, base, nickname):
        self.base, self.nickname, self.names = base, nickname, _known.setdefault(base, {})

    def register(self, klass, name=None):
        if not (isinstance(klass, type) and issubclass(klass, self.base)):
            raise AssertionError(f'Can only register subclass of {self.base.__name__}')
        name = (name or klass.__name__).lower()
        if name in self.names and self.names[name] is not klass:
            old, new = self.names[name], klass
            warnings.warn(f'\033[91mNew {self.nickname} {new.__module__}.{new.__name__} registered with name {name} isoverriding existing '
                          f'{self.nickname} {old.__module__}.{old.__name__}\033[0m', UserWarning, stacklevel=3)
        self.names[name] = klass
        return klass

    def alias(self, *names):
        def add(klass):
            for name in names:
                self.register(klass, name)
            return klass
        return add

    def create(self, *args, **kwargs):
        """An instance as it is, or one made from a name, or from the text that dumps() gives."""
        if args:
            name, args = args[0], args[1:]
        else:
            name = kwargs.pop(self.nickname)
        if isinstance(name, self.base):
            if args or kwargs:
                raise AssertionError(f'{self.nickname} is already an instance. Additional arguments are invalid')
            return name
        if isinstance(name, dict):
            return self.create(**name)
        if not isinstance(name, str):
            raise AssertionError(f'{self.nickname} must be of string type')
        if name.startswith('['):
            name, kwargs = json.loads(name)
        elif name.startswith('{'):
            return self.create(**json.loads(name))
        if name.lower() not in self.names:
            raise AssertionError(f'{name.lower()} is not registered. Please register with {self.nickname}.register first')
        return self.names[name.lower()](*args, **kwargs)


def get_registry(base_class):
    """A copy of the table of a base's classes."""
    return dict(_known.get(base_class, {}))


def get_register_func(base_class, nickname):
    def register(klass, name=None):
        return Registry(base_class, nickname).register(klass, name)
    return register


def get_alias_func(base_class, nickname):
    def alias(*aliases):
        return Registry(base_class, nickname).alias(*aliases)
    return alias


def get_create_func(base_class, nickname):
    def create(*args, **kwargs):
        return Registry(base_class, nickname).create(*args, **kwargs)
    return create
