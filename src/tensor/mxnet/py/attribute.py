"""AttrScope: attributes of symbols, which perch has not; kept so that programs that name it run."""


class AttrScope:
    def __init__(self, **kwargs):
        self._attr = kwargs

    def get(self, attr):
        return {**self._attr, **(attr or {})}

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return None
