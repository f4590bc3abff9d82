"""functional_datapipe: a pipe's class by a short name, as a method of all pipes."""
from .datapipe import IterDataPipe, MapDataPipe


class functional_datapipe:
    def __init__(self, name, enable_df_api_tracing=False):
        from perch.only import only
        only('functional_datapipe', enable_df_api_tracing=(enable_df_api_tracing, False))
        self.name = name

    def __call__(self, cls):
        if not isinstance(cls, type) or not issubclass(cls, (IterDataPipe, MapDataPipe)):
            raise TypeError('`functional_datapipe` can only decorate IterDataPipe')
        (IterDataPipe if issubclass(cls, IterDataPipe) else MapDataPipe).register_datapipe_as_function(self.name, cls)
        return cls
