"""AttrScope: `with AttrScope(ctx_group='dev1'):` — attributes of the symbols made inside."""


class AttrScope:
    def __init__(self, **kwargs):
        for value in kwargs.values():
            if not isinstance(value, str):
                raise ValueError('Attributes need to be string')
        self._attr = kwargs
        self._outer = None

    def get(self, attr):
        """The scope's attributes, with those of `attr` over them."""
        return {**self._attr, **(attr or {})}

    def __enter__(self):
        global _current
        self._outer = _current
        self._attr = {**_current._attr, **self._attr}
        _current = self
        return self

    def __exit__(self, kind, value, trace):
        global _current
        _current = self._outer


_current = AttrScope()


def current():
    return _current
