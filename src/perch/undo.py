"""%undo: cells taken back. Before each cell that is recorded a Record takes down what the names hold: bindings, the contents of lists, dicts, sets,
objects and classes, the values and places of tensors, the random streams. Putting it back gives every object its contents of then, so whoever
shares one sees the same.

It is off until a person asks for it, because a record holds on to what the cell lets go: `del x` would not free a device's memory.
"""
import collections
import random
import sys
import types

import _session
import _tensor
from perch.mistakes.line import is_module, is_tensor, vars_of
from perch.magics.names import own_names

CELLS = 10                      # kept at a time, if nothing else is asked for
OBJECTS = 50_000                # that one record looks at
BYTES = 256 << 20               # of tensors' values that one record copies

_PLAIN = (int, float, complex, str, bytes, type(None), types.BuiltinFunctionType, types.CodeType, types.GetSetDescriptorType, types.MemberDescriptorType)
_GONE = object()


def _slots(value):
    """(name, descriptor) of what lies in __slots__."""
    for cls in type(value).__mro__:
        names = cls.__dict__.get('__slots__', ())
        for name in (names,) if isinstance(names, str) else names:
            own = cls.__dict__.get(name)
            if isinstance(own, types.MemberDescriptorType):
                yield name, own


class _Contents:
    """What one object held: how it is read and put back; of a kind that KINDS names."""

    def __init__(self, value, read, write):
        self.value, self.read, self.write = value, read, write
        self.held = read(value)

    def put_back(self):
        now = self.read(self.value)
        if _same(now, self.held):
            return False
        self.write(self.value, self.held)
        return True


def _same(now, then):
    """The very same things, in the same order?"""
    return len(now) == len(then) and all([a is b or type(a) is type(b) is bytes and a == b or
                                          type(a) is type(b) is tuple and len(a) == len(b) == 2 and a[0] is b[0] and a[1] is b[1] for a, b in zip(now, then)])


def _write_list(value, held):
    list.__setitem__(value, slice(None), held)


def _write_dict(value, held):
    dict.clear(value)
    for key, item in held:
        dict.__setitem__(value, key, item)


def _write_set(value, held):
    set.clear(value)
    set.update(value, held)


def _write_deque(value, held):
    collections.deque.clear(value)
    collections.deque.extend(value, held)


def _write_bytearray(value, held):
    value[:] = held[0]


def _read_attributes(value):
    return list(vars_of(value).items())


def _write_attributes(value, held):
    _write_dict(object.__getattribute__(value, '__dict__'), held)


def _read_slots(value):
    found = []
    for name, own in _slots(value):
        try:
            found.append((name, own.__get__(value)))
        except AttributeError:
            pass
    return found


def _write_slots(value, held):
    held = dict(held)
    for name, own in _slots(value):
        if name in held:
            own.__set__(value, held[name])
        else:
            try:
                own.__delete__(value)
            except AttributeError:
                pass


def _read_class(value):
    return [(name, item) for name, item in vars(value).items() if name not in ('__dict__', '__weakref__', '__doc__')]


def _write_class(value, held):
    held = dict(held)
    for name, _ in _read_class(value):
        if name not in held:
            type.__delattr__(value, name)
    for name, item in held.items():
        if vars(value).get(name, _GONE) is not item:
            type.__setattr__(value, name, item)


def _read_cell(value):
    try:
        return [value.cell_contents]
    except ValueError:
        return []


def _write_cell(value, held):
    if held:
        value.cell_contents = held[0]
    else:
        del value.cell_contents


# The classes whose contents are kept: (class, read -> list, write(value, list)).
KINDS = [
    (list, lambda value: list(list.__iter__(value)), _write_list),
    (dict, lambda value: list(dict.items(value)), _write_dict),
    (set, lambda value: list(set.__iter__(value)), _write_set),
    (collections.deque, lambda value: list(collections.deque.__iter__(value)), _write_deque),
    (bytearray, lambda value: [bytes(value)], _write_bytearray),
    (types.CellType, _read_cell, _write_cell),
]


class _Gradient:
    """Of a torch tensor: whether one is wanted, and which there is."""

    def __init__(self, tensor):
        self.tensor = tensor
        self.wanted, self.grad = tensor.requires_grad, tensor.grad if tensor.is_leaf else None

    def put_back(self):
        tensor = self.tensor
        if not tensor.is_leaf:
            return
        if tensor.requires_grad != self.wanted:
            tensor.requires_grad_(self.wanted)
        if tensor.grad is not self.grad:
            tensor.grad = self.grad


class _Array:
    """An array of NumPy's with the elements and the shape that it has now."""

    def __init__(self, value):
        self.value, self.shape, self.data = value, value.shape, self._bytes(value)

    @staticmethod
    def _bytes(value):
        return sys.modules['numpy'].ndarray.tobytes(value)      # (a subclass may tell others)

    def put_back(self):
        """Was it changed? It is as it was."""
        plain, value = sys.modules['numpy'].ndarray, self.value
        if value.shape == self.shape and self._bytes(value) == self.data or not value.flags.writeable:
            return False
        if value.shape != self.shape:
            value.shape = self.shape
        plain.__setitem__(value, ..., plain(self.shape, value.dtype, self.data))
        return True


class _NumpyGenerator:
    """A generator of NumPy's, old or new, asked as Python's own are."""

    def __init__(self, value):
        self.value = value

    def getstate(self):
        return self.value.get_state(legacy=False) if hasattr(self.value, 'get_state') else self.value.bit_generator.state

    def setstate(self, state):
        if hasattr(self.value, 'set_state'):
            self.value.set_state(state)
        else:
            self.value.bit_generator.state = state


class Record:
    """All that the names held before a cell."""

    def __init__(self, number, cell, namespace, before):
        self.number, self.cell, self.namespace = number, cell, namespace
        self.names = {name: namespace[name] for name in own_names(namespace)}
        self.contents, self.tensors, self.values, self.gradients = [], [], {}, []
        self.arrays = []                        # of NumPy's
        self.left_out = 0                       # tensors whose values were too many
        self.whole = True                       # all objects were looked at
        self.random, self.streams, self.generators = random.getstate(), _tensor.rng(), []
        shared = getattr(getattr(sys.modules.get('numpy.random'), 'mtrand', None), '_rand', None)        # NumPy's own generator
        if shared is not None:
            self._numpy_generator(shared)
        self._copied, self._known = 0, before.values if before else {}
        self._walk()

    def _walk(self):
        seen, stack, keep = {id(self.namespace)}, list(self.names.values()), []
        while stack:
            value = stack.pop()
            if isinstance(value, _PLAIN) or id(value) in seen or is_module(value):
                continue
            if len(seen) >= OBJECTS:
                self.whole = False
                return
            seen.add(id(value))
            if type(value) in (tuple, frozenset):
                keep.append(value)
                stack.extend(value)
            elif _tensor.is_array(value) and not isinstance(value, _tensor.ndarray):
                self._array(value)
            elif is_tensor(value):
                self._tensor(value, stack)
            else:
                self._object(value, stack)

    def _keep(self, value, read, write, stack):
        contents = _Contents(value, read, write)
        self.contents.append(contents)
        for item in contents.held:
            if type(item) is tuple:
                stack.extend(item)
            else:
                stack.append(item)

    def _object(self, value, stack):
        if isinstance(value, type):
            if value.__module__ == '__main__':
                self._keep(value, _read_class, _write_class, stack)
            return
        for cls, read, write in KINDS:
            if isinstance(value, cls):
                self._keep(value, read, write, stack)
                break
        if isinstance(value, random.Random):
            self.generators.append((value, value.getstate()))
        elif type(value).__module__.startswith('numpy.random.') and (hasattr(value, 'get_state') or hasattr(value, 'bit_generator')):
            self._numpy_generator(value)
        if isinstance(value, types.FunctionType):
            stack.extend(value.__closure__ or ())
            stack.extend(value.__defaults__ or ())
        elif isinstance(value, types.MethodType):
            stack.append(value.__self__)
        if vars_of(value):
            self._keep(value, _read_attributes, _write_attributes, stack)
        if not isinstance(value, (list, dict, set)) and any(True for _ in _slots(value)):
            self._keep(value, _read_slots, _write_slots, stack)

    def _numpy_generator(self, value):
        generator = _NumpyGenerator(value)
        self.generators.append((generator, generator.getstate()))

    def _tensor(self, value, stack):
        alias = _tensor.alias(value)
        self.tensors.append((value, alias))
        if isinstance(value, _tensor.Tensor):
            gradient = _Gradient(value)
            self.gradients.append(gradient)
            stack.append(gradient.grad)
        elif isinstance(value, _tensor.NDArray):
            stack.append(value.grad)
        serial, version = _tensor.serial(value), _tensor.version(value)
        if serial in self.values:
            return
        known = self._known.get(serial)
        if known and known[1] == version:
            self.values[serial] = (alias, version, known[2])
            return
        size = _tensor.storage_size(value)
        if self._copied + size > BYTES:
            self.left_out += 1
            return
        self._copied += size
        self.values[serial] = (alias, version, _tensor.storage_bytes(value))

    def _array(self, value):
        size = _tensor.nbytes(value)
        if value.dtype.hasobject or self._copied + size > BYTES:
            self.left_out += 1
            return
        self._copied += size
        self.arrays.append(_Array(value))

    def put_back(self):
        """The names that are gone, back, or bound to what they were bound to; how many containers and objects, and tensors, were changed."""
        gone, back, bound = [], [], []
        for name in own_names(self.namespace):
            if name not in self.names:
                gone.append(name)
                del self.namespace[name]
        for name, value in self.names.items():
            now = self.namespace.get(name, _GONE)
            if now is not value:
                (back if now is _GONE else bound).append(name)
                self.namespace[name] = value
        objects = sum([contents.put_back() for contents in self.contents])
        changed = {id(value) for value, alias in self.tensors if _tensor.take(value, alias)}
        written = set()
        for serial, (alias, version, data) in self.values.items():
            if _tensor.version(alias) != version:
                _tensor.set_storage_bytes(alias, data)
                written.add(serial)
        changed.update(id(value) for value, alias in self.tensors if _tensor.serial(alias) in written)
        for gradient in self.gradients:
            gradient.put_back()
        changed.update(id(array.value) for array in self.arrays if array.put_back())
        random.setstate(self.random)
        _tensor.set_rng(self.streams)
        for generator, state in self.generators:
            generator.setstate(state)
        return gone, back, bound, objects, len(changed)


class Journal:
    """The records of a session: one before each cell while it is on."""

    def __init__(self):
        self.records, self.most = collections.deque(), 0

    def start(self, shell, most):
        if not self.most:
            shell.events.register('pre_run_cell', self.before)
        self.most = most
        self._trim()

    def stop(self, shell):
        if self.most:
            shell.events.unregister('pre_run_cell', self.before)
        self.most = 0
        self.records.clear()

    def _trim(self):
        while len(self.records) > self.most + 1:        # and the one of the %undo that asks
            self.records.popleft()

    def before(self, info):
        self.records.append(Record(_session.number(), info.raw_cell, _session.namespace(), self.records[-1] if self.records else None))
        self._trim()


journal = Journal()
