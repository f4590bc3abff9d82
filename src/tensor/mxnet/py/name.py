"""Names for what has none: hint0, hint1 … counted for each hint."""


class NameManager:
    def __init__(self):
        self._counter = {}
        self._old_manager = None

    def get(self, name, hint):
        if name:
            return name
        n = self._counter.get(hint, 0)
        self._counter[hint] = n + 1
        return f'{hint}{n}'

    def __enter__(self):
        global _current
        self._old_manager = _current
        _current = self
        return self

    def __exit__(self, kind, value, trace):
        global _current
        _current = self._old_manager


class Prefix(NameManager):
    """Every name begins with the prefix."""

    def __init__(self, prefix):
        super().__init__()
        self._prefix = prefix

    def get(self, name, hint):
        return self._prefix + super().get(name, hint)


_current = NameManager()


def current():
    return _current
