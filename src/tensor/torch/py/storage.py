"""x.storage(): a tensor's memory as a row of elements (TypedStorage, and by the older names torch.FloatStorage and its like) or of bytes (UntypedStorage)."""
import _tensor
import _torch

from ._types import _DTYPES, _WORDS

_NOT_RESIZABLE = 'Trying to resize storage that is not resizable'
_FORMS = ('%s received an invalid combination of arguments. Expected one of:\n * no arguments\n * (int size)\n * (Sequence data)\n * (*, UntypedStorage wrap_storage)\n%s')
_CONVERSIONS = {'double': 'Double', 'float': 'Float', 'half': 'Half', 'long': 'Long', 'int': 'Int', 'short': 'Short', 'char': 'Char', 'byte': 'Byte', 'bool': 'Bool', 'bfloat16': 'BFloat16',
                'complex_double': 'ComplexDouble', 'complex_float': 'ComplexFloat'}


class _Row:
    """What rows of elements and of bytes have in common: one dimension over the whole memory."""
    is_sparse = False

    def row(self):
        """The memory as a tensor of one dimension."""
        return self._tensor

    def data_ptr(self):
        return self._tensor.data_ptr() - self._tensor.storage_offset() * self._tensor.element_size()

    _cdata = property(data_ptr)

    def size(self):
        return self._tensor.numel()

    def __len__(self):
        return self._tensor.numel()

    def nbytes(self):
        return self._tensor.numel() * self._tensor.element_size()

    def __sizeof__(self):
        return object.__sizeof__(self) + self.nbytes()

    def element_size(self):
        return self._tensor.element_size()

    @property
    def device(self):
        return self._tensor.device

    @property
    def is_cuda(self):
        return self._tensor.is_cuda

    def get_device(self):
        return self._tensor.get_device() if self.is_cuda else None

    def is_shared(self):
        return self._tensor.is_shared()

    def share_memory_(self):
        self._tensor.share_memory_()
        return self

    def is_pinned(self):
        return self._tensor.is_pinned()

    def pin_memory(self):
        return self._like(self._tensor.pin_memory())

    def tolist(self):
        return self._tensor.tolist()

    def __iter__(self):
        return iter(self.tolist())

    def _like(self, tensor):
        made = object.__new__(type(self))
        made._tensor = tensor
        return made

    def clone(self):
        return self._like(self._tensor.clone())

    __copy__ = clone

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = self.clone()
        return memo[id(self)]

    def __reduce__(self):
        return _made, (type(self), self._tensor.clone())

    def untyped(self):
        return _made(UntypedStorage, _bytes(self._tensor))

    _untyped = untyped
    _untyped_storage = property(untyped)

    def type(self, dtype=None, non_blocking=False):
        if dtype is None:
            return 'torch.storage.UntypedStorage' if isinstance(self, UntypedStorage) else 'torch.%s%s' % ('cuda.' if self.is_cuda else '', self._word())
        kind = dtype.dtype if isinstance(dtype, _Legacy) else _DTYPES[str(dtype).rsplit('.', 1)[-1].replace('Storage', '')]
        return _made(TypedStorage, _torch.empty(self.nbytes(), dtype=kind, device=self.device)).copy_(self, non_blocking)

    def cpu(self):
        return self._like(self._tensor.detach().cpu().clone() if not self.is_cuda else self._tensor.cpu())

    def cuda(self, device=None, non_blocking=False):
        return self._like(self._tensor.cuda(device, non_blocking=non_blocking))

    def copy_(self, source, non_blocking=None):
        mine, other = _bytes(self._tensor), _bytes(source.row())
        if mine.numel() != other.numel():
            raise RuntimeError('size does not match')
        mine.copy_(other, bool(non_blocking))
        return self

    def resize_(self, size):
        if size != len(self):                   # (tensors over this memory would not grow with it)
            raise RuntimeError(_NOT_RESIZABLE)

    def __getattr__(self, name):
        raise AttributeError("'torch.storage.%s' object has no attribute '%s'" % (type(self).__name__, name))

    def __repr__(self):
        return ' ' + '\n '.join(map(str, self.tolist())) + '\n[torch.storage.%s(%sdevice=%s) of size %d]' % (
            type(self).__name__, 'dtype=%s, ' % self.dtype if isinstance(self, TypedStorage) else '', self.device, len(self))


def _made(kind, tensor):
    made = object.__new__(kind)
    made._tensor = tensor
    return made


def _bytes(tensor):
    return tensor if tensor.dtype == _DTYPES['Byte'] else tensor.view(_DTYPES['Byte'])


class UntypedStorage(_Row):
    """A tensor's memory as bytes."""
    filename = None         # (no memory here is a file's)

    def __init__(self, what=0, *, device='cpu'):
        if isinstance(what, int):
            self._tensor = _torch.empty(what, dtype=_DTYPES['Byte'], device=device)
            return
        for item in what:
            if not isinstance(item, int):
                raise RuntimeError('torch.UntypedStorage(): tried to construct a storage from a sequence (%s), but one of the items was of type %s instead of int' % (type(what).__name__, type(item).__name__))
        self._tensor = _torch.tensor(list(what), dtype=_DTYPES['Byte'], device=device)

    def __getitem__(self, index):
        if isinstance(index, slice):
            first, end, step = index.indices(len(self))
            if step != 1:
                raise RuntimeError('Trying to slice with a step of %d, but only a step of 1 is supported' % step)
            return self._like(self._tensor[first:end])
        if not isinstance(index, int):
            raise TypeError("can't index a torch.UntypedStorage with " + type(index).__name__)
        return _item(self, index)

    def __setitem__(self, index, value):
        if isinstance(index, int) and not -len(self) <= index < len(self):
            raise RuntimeError('out of bounds')
        self._tensor[index] = value

    def fill_(self, value):
        self._tensor.fill_(value)
        return self


def _item(storage, index):
    if not -len(storage) <= index < len(storage):
        raise IndexError('index %d out of range for storage of size %d' % (index, len(storage)))
    return storage.row()[index].item()


class TypedStorage(_Row):
    """A tensor's memory as a row of its elements; with no tensor a memory of its own."""

    def __init__(self, *args, wrap_storage=None, dtype=None, device=None):
        if args and isinstance(args[0], _tensor.Tensor):
            tensor = args[0]
            self._tensor = tensor.detach().as_strided((_tensor.room(tensor),), (1,), 0)
        elif wrap_storage is not None:
            self._tensor = wrap_storage.row() if dtype is None else wrap_storage.row().view(dtype)
        else:
            self._tensor = _values('torch.storage.TypedStorage', args, dtype or _tensor.get_default_dtype(), device)

    @property
    def dtype(self):
        return self._tensor.dtype

    def _word(self):
        return _WORDS[str(self.dtype).rsplit('.', 1)[1]] + 'Storage'

    def pickle_storage_type(self):
        return self._word()

    def __getitem__(self, index):
        if isinstance(index, slice):
            raise RuntimeError('slices are only supported in UntypedStorage.__getitem__')
        if type(index) is not int:
            raise (TypeError if isinstance(index, bool) else RuntimeError)("can't index a %s with %s" % (TypedStorage, type(index)))
        return _item(self, index)

    def __setitem__(self, index, value):
        if not isinstance(index, (int, slice)):
            raise RuntimeError("can't index a %s with %s" % (TypedStorage, type(index)))
        self._tensor[index] = value

    def fill_(self, value):
        self._tensor[:] = value
        return self

    @classmethod
    def from_buffer(cls, buffer, byte_order='native', count=-1, offset=0, *, dtype=None):
        """A copy of a buffer's bytes from offset on, as elements."""
        from . import frombuffer
        kind = dtype or cls.dtype
        values = frombuffer(bytearray(buffer), dtype=kind, count=count, offset=offset)
        if byte_order == 'big':
            size = values.element_size()
            values = _bytes(values).reshape(-1, size).flip(1).reshape(-1).view(kind)
        return _made(TypedStorage, values)


def _converted(name, word):
    def convert(self):
        return _made(TypedStorage, self._tensor.to(_DTYPES[word], copy=True))
    convert.__name__, convert.__qualname__ = name, 'TypedStorage.' + name
    return convert


for _name, _kind in _CONVERSIONS.items():
    setattr(_Row, _name, _converted(_name, _kind))


def _values(name, args, dtype, device):
    """A row of the elements that a constructor was given, or of so many that it was asked for."""
    if len(args) > 1:
        raise RuntimeError(_FORMS % (name, 'Too many positional arguments'))
    what = args[0] if args else 0
    if isinstance(what, _tensor.Tensor) or not hasattr(what, '__len__') and not isinstance(what, int):
        raise TypeError(_FORMS % (name, 'Argument type not recognized: %s' % type(what)))
    if isinstance(what, int):
        return _torch.empty(what, dtype=dtype, device=device or 'cpu')
    return _torch.tensor(what, dtype=dtype, device=device or 'cpu')


class _Legacy(type):
    """The class of torch.FloatStorage and its like: isinstance asks for dtype and place, a call makes a row."""

    def __instancecheck__(cls, storage):
        return isinstance(storage, TypedStorage) and storage.dtype is cls.dtype and storage.is_cuda == cls.is_cuda if cls is not _LegacyStorage else False

    def __call__(cls, *args, **named):
        name = "%s.__new__" % cls
        for word in named:
            if word != 'wrap_storage':
                raise RuntimeError(_FORMS % (name, "Keyword argument '%s' cannot be specified" % word))
        if named:
            return TypedStorage(wrap_storage=named['wrap_storage'], dtype=cls.dtype)
        return _made(TypedStorage, _values(name, args, cls.dtype, 'cuda' if cls.is_cuda else 'cpu'))


class _LegacyStorage(TypedStorage, metaclass=_Legacy):
    is_cuda = False


def legacy(word, cuda=False):
    return _Legacy(word + 'Storage', (_LegacyStorage,), {'dtype': _DTYPES[word], 'is_cuda': cuda, '__module__': 'torch.cuda' if cuda else 'torch'})


for _word in _DTYPES:
    globals()[_word + 'Storage'] = legacy(_word)



def refuse(tensor, storage):
    """What set_ and the constructors say of a storage of another type."""
    word, other = _WORDS[str(tensor.dtype).rsplit('.', 1)[1]], _WORDS[str(storage.dtype).rsplit('.', 1)[1]]
    raise RuntimeError("Expected a Storage of type %s or an UntypedStorage, but got type %s for argument 1 'storage'" % ('long int' if word == 'Long' else word, other))
