"""IterDataPipe and MapDataPipe: a data set that knows its successors by name, so that pipes read as they run: source.map(f).batch(4). DataChunk is what a batch of a pipe is."""
import functools

from ..dataset import Dataset, IterableDataset


class _Named:
    """What both kinds share: short names for the classes that come behind them."""

    def __getattr__(self, attribute_name):
        if attribute_name in type(self).functions:
            return functools.partial(type(self).functions[attribute_name], self)
        raise AttributeError("'{0}' object has no attribute '{1}".format(type(self).__name__, attribute_name))

    @classmethod
    def register_function(cls, function_name, function):
        cls.functions[function_name] = function

    @classmethod
    def register_datapipe_as_function(cls, function_name, cls_to_register, enable_df_api_tracing=False):
        if enable_df_api_tracing:
            raise NotImplementedError('pipes of data frames are not in perch')
        if function_name in cls.functions:
            raise Exception('Unable to add DataPipe function name {} as it is already taken'.format(function_name))

        def function(source, *args, **kwargs):
            return cls_to_register(source, *args, **kwargs)
        function.__name__, function.__doc__ = function_name, cls_to_register.__doc__
        cls.functions[function_name] = function

    def __repr__(self):
        return type(self).__qualname__

    __str__ = __repr__

    def __dir__(self):
        return sorted({*object.__dir__(self), *type(self).functions})


def _shown(value):
    return getattr(value, '__name__', None) or repr(value)


def _told(pipe, error):
    """The error says in which pipe it was raised, and what that was made with; the innermost alone."""
    if error.args and isinstance(error.args[0], str) and 'This exception is thrown by __iter__ of' in error.args[0]:
        return
    import inspect
    made_with = sorted(name for name in inspect.signature(type(pipe).__init__).parameters if name in pipe.__dict__)
    said = '\nThis exception is thrown by __iter__ of {}({})'.format(type(pipe).__name__, ', '.join('{}={}'.format(name, _shown(pipe.__dict__[name])) for name in made_with))
    if error.args and isinstance(error.args[0], str):
        error.args = (error.args[0] + said,) + error.args[1:]
    elif not error.args:
        error.args = (said,)


def _hooked(begin):
    """__iter__ that resets the pipe first, and whose errors are told so."""
    @functools.wraps(begin)
    def __iter__(self):
        if hasattr(type(self), 'reset'):        # a pipe that remembers something forgets it
            self.reset()
        items = iter(begin(self))
        while True:
            try:
                item = next(items)
            except StopIteration:
                return
            except Exception as error:
                _told(self, error)
                raise
            yield item
    return __iter__


class IterDataPipe(_Named, IterableDataset):
    """A pipe that is gone through."""
    functions = {}

    def __init_subclass__(cls, told=True, **options):
        super().__init_subclass__(**options)
        if told and '__iter__' in cls.__dict__:
            cls.__iter__ = _hooked(cls.__dict__['__iter__'])

    def __getitem__(self, index):
        raise NotImplementedError


class MapDataPipe(_Named, Dataset):
    """A pipe whose items have indices."""
    functions = {}


class DataChunk(list):
    """Items that were batched together."""

    def __init__(self, items):
        super().__init__(items)
        self.items = items

    def as_str(self, indent=''):
        return indent + '[' + ', '.join(str(i) for i in iter(self)) + ']'

    def raw_iterator(self):
        yield from self.items
