"""torch.save and torch.load in PyTorch's own file formats: a zip file with a pickle that names the tensors' memory, and that memory beside it; before 1.6 pickles in a row."""
import io
import os
import pickle
import zipfile
import zlib
from collections import OrderedDict

import torch
import _tensor
import _torch
from _torch import _says, _two
from perch.only import only

_STORAGES = {'complex64': 'ComplexFloatStorage', 'complex128': 'ComplexDoubleStorage', 'float32': 'FloatStorage', 'float64': 'DoubleStorage', 'float16': 'HalfStorage', 'bfloat16': 'BFloat16Storage', 'int64': 'LongStorage',
             'int32': 'IntStorage', 'int16': 'ShortStorage', 'int8': 'CharStorage', 'uint8': 'ByteStorage', 'bool': 'BoolStorage'}
_DTYPES = {word: name for name, word in _STORAGES.items()}


_PLAIN = {'Size', 'device', *_STORAGES}


_HARMLESS = {('collections', 'OrderedDict'), ('_codecs', 'encode')} | {('builtins', name) for name in ('set', 'bytearray', 'complex')}


class _Word:
    """A class or function of PyTorch's that perch writes by its name alone."""

    def __init__(self, module, name):
        self.module = module
        self.name = name


class _Pickler(pickle._Pickler):
    """Tensors as calls of torch._utils._rebuild_tensor_v2 on storages that are named by number."""

    def __init__(self, file, records, more=()):
        super().__init__(file, 2)
        self.more = more                # what a storage's name ends with
        self.records = records          # (key, tensor): the memory to be written beside
        self.storages = {}              # (device, address) -> what the file calls it: tensors that share memory share it again when they are read

    def persistent_id(self, obj):
        return obj.key if isinstance(obj, _Storage) else None

    def save(self, obj, save_persistent_id=True):
        if isinstance(obj, _Word):
            self.write(pickle.GLOBAL + obj.module.encode() + b'\n' + obj.name.encode() + b'\n')
        elif isinstance(obj, torch.Tensor) and getattr(obj, '_kept_elsewhere', False) and id(obj) not in self.memo:       # sparse, quantized
            function, args = obj.__reduce_ex__(2)
            self._call(obj, _Word(function.__module__, function.__name__), args)
        elif isinstance(obj, torch.Tensor):
            self._tensor(obj)
        elif isinstance(obj, _tensor.dtype):
            self.save(_Word('torch', str(obj).split('.')[1]))
        elif isinstance(obj, torch.Size):
            self._call(obj, _Word('torch', 'Size'), (tuple(obj),))
        elif isinstance(obj, _tensor.device):
            self._call(obj, _Word('torch', 'device'), (obj.type,) if obj.index is None else (obj.type, obj.index))
        else:
            super().save(obj, save_persistent_id)

    def _call(self, obj, function, args):
        self.save(function)
        self.save(args)
        self.write(pickle.REDUCE)
        self.memoize(obj)

    def _tensor(self, t):
        if id(t) in self.memo:
            super().save(t)
            return
        from torch.nn.parameter import Parameter
        if _torch._names(t):
            raise RuntimeError(_says('NAMES_SAVED'))
        if _torch._answering(t):
            plain = t.detach().as_subclass(torch.Tensor)
            with torch._C.DisableTorchFunction():
                self._call(t, _Word('torch._tensor', '_rebuild_from_type_v2'), (_Word('torch._utils', '_rebuild_tensor_v2'), type(t), self._tensor_args(plain, t.requires_grad and t.is_leaf), dict(t.__dict__)))
            return
        if t.is_meta and not isinstance(t, Parameter):
            self._call(t, _Word('torch._utils', '_rebuild_meta_tensor_no_storage'), (t.dtype, tuple(t.shape), t.stride(), t.requires_grad))
            return
        if isinstance(t, Parameter):
            self._call(t, _Word('torch._utils', '_rebuild_parameter'), (t.data, t.requires_grad, OrderedDict()))
            return
        self._call(t, _Word('torch._utils', '_rebuild_tensor_v2'), self._tensor_args(t, t.requires_grad and t.is_leaf))

    def _tensor_args(self, t, requires_grad):
        memory = t.storage()
        place = (str(t.device), memory.data_ptr()) if len(memory) else (id(t),)
        storage = self.storages.get(place)
        if storage is None:
            key = str(len(self.records))
            whole = memory.row()
            self.records.append((key, whole))
            storage = self.storages[place] = _Storage(('storage', _Word('torch', _STORAGES[str(t.dtype).split('.')[1]]), key, str(t.device), whole.numel(), *self.more), t.dtype)
        elif storage.dtype != t.dtype:
            raise RuntimeError('Cannot save multiple tensors or storages that view the same data as different types')
        return storage, t.storage_offset(), tuple(t.shape), tuple(t.stride()), requires_grad, OrderedDict()


class _Storage:
    def __init__(self, key, dtype):
        self.key = key
        self.dtype = dtype


def _open(f, mode):
    if isinstance(f, (str, os.PathLike)):
        return open(f, mode), True
    return f, False


_skipping = [False]


class skip_data:
    """Inside, save writes room for the elements and none of them: zeros."""

    def __init__(self, materialize_fake_tensors=False):
        only('skip_data', materialize_fake_tensors=(materialize_fake_tensors, False))

    def __enter__(self):
        self._before, _skipping[0] = _skipping[0], True
        return self

    def __exit__(self, *error):
        _skipping[0] = self._before


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    if isinstance(f, (str, os.PathLike)) and os.path.dirname(os.fspath(f)) and not os.path.isdir(os.path.dirname(os.fspath(f))):
        raise RuntimeError('Parent directory %s does not exist.' % os.path.dirname(os.fspath(f)))
    text, records = io.BytesIO(), []
    _Pickler(text, records, () if _use_new_zipfile_serialization else (None,)).dump(obj)
    name = os.path.splitext(os.path.basename(os.fspath(f)))[0] if isinstance(f, (str, os.PathLike)) else 'archive'
    try:
        file, own = _open(f, 'wb')
    except OSError as error:
        if not _use_new_zipfile_serialization:
            raise
        raise RuntimeError('File %s cannot be opened.' % os.fspath(f)) from error
    try:
        if not _use_new_zipfile_serialization:
            _write_row(file, text.getvalue(), records)
            return
        with zipfile.ZipFile(file, 'w') as archive:
            archive.writestr(name + '/data.pkl', text.getvalue())
            for key, t in records:
                archive.writestr('%s/data/%s' % (name, key), bytes(t.numel() * t.element_size()) if _skipping[0] else _tensor.bytes(t))
            archive.writestr(name + '/version', b'3\n')
    finally:
        if own:
            file.close()


_ROW = (0x1950a86a20f9469cfc6c, 1001, {'protocol_version': 1001, 'little_endian': True, 'type_sizes': {'short': 2, 'int': 4, 'long': 4}})


def _write_row(file, text, records):
    """The format before PyTorch 1.6: three pickles that say what it is, the object's, one of the storages' names, and each storage as its length and its bytes."""
    for part in _ROW:
        pickle.dump(part, file, 2)
    file.write(text)
    pickle.dump([key for key, _ in records], file, 2)
    for _, t in records:
        file.write(t.numel().to_bytes(8, 'little') + _tensor.bytes(t))


def _read_row(file, map_location, weights_only):
    def part():
        return _Unpickler(file, None, None, map_location, weights_only)
    if part().load() != _ROW[0]:
        raise RuntimeError('Invalid magic number; corrupt file?')
    version = part().load()
    if version != _ROW[1]:
        raise RuntimeError('Invalid protocol version: %s' % version)
    part().load()
    reader = part()
    made = reader.load()
    for key in part().load():
        flat = reader.storages[key].flat
        count = int.from_bytes(file.read(8), 'little')
        data = file.read(count * flat.element_size())
        if count != flat.numel() or len(data) != count * flat.element_size():
            raise RuntimeError('unexpected EOF, expected %d more bytes. The file might be corrupted.' % (flat.numel() * flat.element_size() - len(data)))
        flat.copy_(_tensor.from_bytes(1, data, flat.dtype, (count,)))
    return made


def _check_place(location):
    """A place that a file names, when it is not here."""
    if location.startswith('cuda'):
        from perch.explain import attach
        index = torch.device(location).index or 0
        if not torch.cuda.is_available():
            raise attach(RuntimeError('Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a CPU-only '
                                      "machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU."), 'P0117')
        count = torch.cuda.device_count()
        if index >= count:
            raise attach(RuntimeError(f'Attempting to deserialize object on CUDA device {index} but torch.cuda.device_count() is {count}. Please use torch.load with '
                                      'map_location to map your storages to an existing device.'), 'P0117')
    return location


_packages = []          # (order, tag, restore) that a program has registered


def register_package(priority, tagger, deserializer):
    """tagger(storage) says where it lies, deserializer(storage, location) puts it there; each None where it is not for it. Those of a lower number are asked first; the CPU's has 10."""
    _packages.append((priority, tagger, deserializer))
    _packages.sort(key=lambda row: row[0])


def location_tag(storage):
    """Where a storage lies, as files say it."""
    for _, tagger, _ in _packages:
        location = tagger(storage)
        if location:
            return location
    return str(storage.device)


def default_restore_location(storage, location):
    """The storage, at a place that a file names."""
    for priority, _, deserializer in _packages:
        found = deserializer(storage, location) if priority < 10 or location != 'cpu' else None
        if found is not None:
            return found
    place = _known_place(location)
    return storage if place == 'cpu' else storage.cuda(torch.device(place).index)


def _known_place(location):
    device = location.partition(':')[0]
    if device == 'mps':
        raise RuntimeError('torch.UntypedStorage(): Storage device not recognized: mps')
    if device == 'xpu' and _two('PLACES_ASKED'):
        raise RuntimeError("Attempting to deserialize object on a XPU device but torch.xpu.is_available() is False. If you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your "
                           'storages to the CPU.')
    if device == 'hpu' and _two('PLACES_ASKED'):
        raise RuntimeError("The HPU device module is not registered. If you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.")
    if location != 'cpu' and device not in ('cuda', 'meta'):
        raise RuntimeError("don't know how to restore data location of torch.storage.UntypedStorage (tagged with %s)" % location)
    return _check_place(location)


def validate_cuda_device(location):
    """The number of the GPU that a file names, where it is here."""
    _check_place(location)
    return torch.device(location).index or 0


def _restored(flat, location):
    """What was read, where it belongs."""
    for priority, _, deserializer in _packages:
        if priority < 10 or location != 'cpu':
            storage = flat.untyped_storage() if hasattr(flat, 'untyped_storage') else flat.storage()
            if deserializer(storage, location) is not None:
                return flat
    place = _known_place(location)
    return flat if place == 'cpu' else flat.to(place)


class _Loaded:
    """A storage as read: its bytes as a flat tensor, at its place."""

    def __init__(self, flat):
        self.flat = flat


class _Unpickler(pickle.Unpickler):
    def __init__(self, file, archive, name, map_location, weights_only):
        super().__init__(file, encoding='utf-8')
        self.weights_only = weights_only
        self.archive = archive
        self.name = name
        self.map_location = map_location
        self.storages = {}

    def find_class(self, module, name):
        if module == 'torch._utils':
            if name in ('_rebuild_tensor_v2', '_rebuild_tensor'):
                return _rebuild_tensor_v2
            if name == '_rebuild_meta_tensor_no_storage':
                return torch._utils._rebuild_meta_tensor_no_storage
            if name == '_rebuild_parameter':
                return torch._utils._rebuild_parameter
        if (module, name) == ('torch._tensor', '_rebuild_from_type_v2'):
            return torch._utils._rebuild_from_type_v2
        if module in ('torch', 'torch.storage') and name in _DTYPES:
            return _DTYPES[name]
        if module == 'torch' and name in _PLAIN:
            return getattr(torch, name)
        if self.weights_only and _two('LOAD_WEIGHTS_ONLY'):
            return self._safe(module, name)
        if module.startswith('torch.nn.'):
            from importlib import import_module
            found = getattr(import_module(module), name)
            if isinstance(found, type):
                return found
        if self.weights_only and (module, name) not in _HARMLESS:
            raise pickle.UnpicklingError(f'Weights only load failed. {module}.{name} is neither a tensor nor plain data.')
        return super().find_class(module, name)

    def _safe(self, module, name):
        """What is plain data, or was allowed."""
        if (module.replace('__builtin__', 'builtins'), name) in _HARMLESS or (module, name) == ('collections', 'Counter'):
            return super().find_class(module, name)
        full = name if module in ('builtins', '__builtin__') else module + '.' + name
        for allowed, said in _allowed.items():
            if said == full:
                return allowed
        raise pickle.UnpicklingError(_says("WEIGHTS_REFUSED", full, full, full))

    def place(self, location):
        to = self.map_location
        if isinstance(to, dict):
            location = to.get(location, location)
        elif isinstance(to, (str, torch.device)):
            location = str(to)
        return location if to is None or isinstance(to, (dict, str, torch.device)) else None             # a function: asked with the storage in hand

    def persistent_load(self, saved):
        if saved[0] == 'module':
            return saved[1]
        kind, dtype, key, location, count = saved[:5]
        if key not in self.storages:
            if self.archive:
                flat = _tensor.from_bytes(1, _record(self.archive, '%s/data/%s' % (self.name, key)), dtype, (count,))
            else:
                flat = torch.empty(count, dtype=getattr(torch, dtype))    # read when the object has been
            place = self.place(location)
            if place is None:
                answer = self.map_location(_Loaded(flat), location)
                flat = answer.flat if isinstance(answer, _Loaded) else _restored(flat, location)
            else:
                flat = _restored(flat, place)
            self.storages[key] = _Loaded(flat)
        return self.storages[key]


def _rebuild_tensor_v2(storage, offset, size, stride, requires_grad=False, backward_hooks=None, metadata=None):
    made = torch.as_strided(storage.flat, size, stride, offset).detach() if size else storage.flat[offset]
    if requires_grad:
        made.requires_grad = True
    return made


def _get_layout(name):
    """torch.strided and its like by their names, as files have them."""
    found = getattr(torch, name.partition('.')[2], None)
    if not isinstance(found, torch.layout):
        raise KeyError(name)
    return found


_END = 22               # bytes of the record that ends a zip archive


def _opened(file):
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        file.seek(0, 2)
        why = 'not a ZIP archive' if file.tell() < _END else 'failed finding central directory'
        raise RuntimeError('PytorchStreamReader failed reading zip archive: ' + why) from None


def _record(archive, name):
    try:
        return archive.read(name)
    except KeyError:
        raise RuntimeError('PytorchStreamReader failed locating file %s: file not found' % name.partition('/')[2]) from None
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib.error) as e:
        raise RuntimeError('PytorchStreamReader failed reading file %s: %s' % (name.partition('/')[2], e)) from None


_allowed = {}           # classes and functions that files may name: how they name them


def _named(thing):
    if isinstance(thing, tuple):        # (thing, the name that files have for it)
        return thing
    module = thing.__module__
    return thing, thing.__qualname__ if module in ('builtins', '__builtin__') else module + '.' + thing.__qualname__


def add_safe_globals(safe_globals):
    _allowed.update(map(_named, safe_globals))


def get_safe_globals():
    return list(_allowed)


def clear_safe_globals():
    _allowed.clear()


class safe_globals:
    """with safe_globals([Net]): files may name these."""

    def __init__(self, safe_globals):
        self.safe_globals = safe_globals

    def __enter__(self):
        self._before = dict(_allowed)
        add_safe_globals(self.safe_globals)

    def __exit__(self, *error):
        _allowed.clear()
        _allowed.update(self._before)


def get_unsafe_globals_in_checkpoint(f):
    """The names in a file that load(weights_only=True) refuses."""
    import pickletools
    file, own = _open(f, 'rb')
    try:
        with _opened(file) as archive:
            pkl = next(n for n in archive.namelist() if n.endswith('/data.pkl') or n == 'data.pkl')
            found = [argument.replace(' ', '.', 1) for code, argument, _ in pickletools.genops(archive.read(pkl)) if code.name == 'GLOBAL']
    finally:
        if own:
            file.close()
    known = {'torch.' + name for name in (*_PLAIN, *_DTYPES)} | {'torch._utils._rebuild_tensor_v2', 'torch._utils._rebuild_parameter', 'collections.Counter'} | {'.'.join(each) for each in _HARMLESS} | set(_allowed.values())
    return [name for name in dict.fromkeys(found) if name.replace('__builtin__', 'builtins') not in known]


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    if weights_only and pickle_module is not None:
        raise RuntimeError('Can not safely load weights when explicit pickle_module is specified')
    if mmap and not isinstance(f, (str, os.PathLike)):
        raise ValueError('f must be a file path in order to use the mmap argument')
    if weights_only is None:
        weights_only = pickle_module is None and _two('LOAD_WEIGHTS_ONLY')
    for word in pickle_load_args:
        if word not in ('encoding', 'errors', 'fix_imports', 'buffers'):
            raise TypeError('%r is an invalid keyword argument for Unpickler()' % word)
    file, own = _open(f, 'rb')
    try:
        start = file.tell()
        first = file.read(4)
        file.seek(start)
        if first != b'PK\3\4':
            return _read_row(file, map_location, weights_only)
        with _opened(file) as archive:
            pkl = next((n for n in archive.namelist() if n.endswith('/data.pkl') or n == 'data.pkl'), 'data.pkl')
            name = pkl.rpartition('/')[0]
            return _Unpickler(io.BytesIO(_record(archive, pkl)), archive, name, map_location, weights_only).load()
    finally:
        if own:
            file.close()
