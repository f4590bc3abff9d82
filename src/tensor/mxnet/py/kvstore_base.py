"""KVStoreBase: what a store of a program's own must give, and where stores are known by their names."""


class KVStoreBase:
    """The base class. A subclass gives broadcast, pushpull, type, rank and num_workers; register makes it known to mx.kv.create."""
    kv_registry = {}
    OPTIMIZER = 'optimizer'

    def broadcast(self, key, value, out, priority=0):
        raise NotImplementedError()

    def pushpull(self, key, value, out=None, priority=0):
        raise NotImplementedError()

    def set_optimizer(self, optimizer):
        raise NotImplementedError()

    @staticmethod
    def is_capable(capability):
        raise NotImplementedError()

    def save_optimizer_states(self, fname, dump_optimizer=False):
        raise NotImplementedError()

    def load_optimizer_states(self, fname):
        raise NotImplementedError()

    type = rank = num_workers = property(lambda self: self._missing())

    def _missing(self):
        raise NotImplementedError()

    @staticmethod
    def register(klass):
        """A class decorator: known by its name in small letters."""
        if not isinstance(klass, type):
            raise AssertionError
        name = klass.__name__.lower()
        if name in KVStoreBase.kv_registry:
            import warnings
            warnings.warn(f'WARNING: New kvstore {klass.__module__}.{klass.__name__} is overriding existing kvstore '
                          f'{KVStoreBase.kv_registry[name].__module__}.{KVStoreBase.kv_registry[name].__name__}', stacklevel=2)
        KVStoreBase.kv_registry[name] = klass
        return klass
