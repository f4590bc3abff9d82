"""Objects as bytes and back: plain data, and instances of classes that are here.

This pickle is careful.  It reads protocols 0 to 5 and writes protocols 2 to 5, but
loads() calls nothing but the classes and functions below: built-in types, a few of
the library's, and classes that the program itself defined or imported from its own
files.  Anything else is an UnpicklingError that names it.
"""
import struct
import sys

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump",
           "dumps", "load", "loads", "HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL", "PickleBuffer"]

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
format_version = "4.0"


class PickleError(Exception):
    """Base of the errors here."""


class PicklingError(PickleError):
    """The object cannot be written."""


class UnpicklingError(PickleError):
    """The bytes cannot be read, or ask for what is not allowed."""


# Names that loads() may use besides the program's own classes.
_SAFE = {
    'numpy._methods': ('_rebuilt',), 'numpy': ('dtype', 'bool_', 'uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'float32', 'float64', 'complex64',
                                                  'complex128'),
    'numpy.random.mtrand': ('_rebuilt',),
    'torch._utils': ('_rebuild_tensor', '_rebuild_parameter'), 'torch': ('Size', 'device', 'float16', 'float32', 'float64', 'bfloat16', 'uint8', 'int8', 'int16', 'int32', 'int64', 'bool'),
    'mxnet.ndarray.array_methods': ('_rebuild',), 'mxnet.context': ('_rebuild',),
    'builtins': {'complex', 'set', 'frozenset', 'bytearray', 'range', 'slice', 'int', 'float',
                 'str', 'bytes', 'bool', 'list', 'tuple', 'dict', 'object', 'type',
                 'NotImplemented', 'Ellipsis', 'len', 'print', 'abs', 'min', 'max', 'sum',
                 'sorted', 'repr', 'reversed', 'enumerate', 'zip', 'map', 'filter', 'round',
                 'isinstance', 'issubclass', 'hash', 'id', 'ord', 'chr', 'pow', 'divmod', 'any',
                 'all', 'iter', 'next'},
    'copyreg': {'_reconstructor', '__newobj__', '__newobj_ex__', '_call', '_make_union'},
    'collections': {'OrderedDict', 'defaultdict', 'deque', 'Counter', 'ChainMap', 'UserDict',
                    'UserList', 'UserString'},
    'datetime': {'date', 'time', 'datetime', 'timedelta', 'timezone', '_make_time',
                 '_make_datetime'},
    'fractions': {'Fraction'},
    'pathlib': {'PurePath', 'PurePosixPath', 'Path', 'PosixPath'},
    'random': {'Random'},
    'array': {'array', '_array_reconstructor'},
    '_codecs': {'encode'},
    'types': {'SimpleNamespace'},
    'uuid': {'UUID', 'SafeUUID'},
    'inspect': {'Parameter', 'Signature', '_make_parameter', '_make_signature'},
    'json.decoder': {'JSONDecodeError'},
    'functools': {'partial'},
    'operator': {'itemgetter', 'attrgetter', 'methodcaller', 'or_', 'and_', 'xor', 'add', 'sub', 'mul', 'truediv',
                 'floordiv', 'mod', 'neg', 'pos', 'not_', 'lt', 'le', 'eq', 'ne', 'ge', 'gt', 'getitem', 'contains',
                 'concat', 'pow', 'abs', 'index', 'invert', 'lshift', 'rshift', 'matmul', 'truth', 'is_', 'is_not'},
    '_operator': {'or_', 'and_', 'xor', 'add', 'sub', 'mul', 'truediv', 'floordiv', 'mod', 'neg', 'lt', 'le', 'eq',
                  'ne', 'ge', 'gt', 'getitem', 'contains', 'itemgetter', 'attrgetter', 'methodcaller'},
    '_io': {'BytesIO', 'StringIO'},
    'decimal': {'Decimal', 'Context', 'DecimalTuple', 'InvalidOperation', 'FloatOperation', 'DivisionByZero', 'Overflow', 'Underflow',
                'Subnormal', 'Inexact', 'Rounded', 'Clamped'},
    'string': {'Template'},
    'ipaddress': {'IPv4Address', 'IPv6Address', 'IPv4Network', 'IPv6Network'},
}
# Classes (no functions) of these packages are allowed: layers, optimizers, schedules make themselves of plain data.
_NETWORKS = ('mxnet.', 'torch.')
_OLD_MODULES = {'__builtin__': 'builtins', 'copy_reg': 'copyreg', 'UserDict': 'collections', 'UserList': 'collections',
                'UserString': 'collections', 'Queue': 'queue'}
_OLD_NAMES = {('__builtin__', 'xrange'): ('builtins', 'range'), ('__builtin__', 'unicode'): ('builtins', 'str'),
              ('__builtin__', 'long'): ('builtins', 'int'), ('itertools', 'imap'): ('builtins', 'map'),
              ('itertools', 'izip'): ('builtins', 'zip'), ('itertools', 'ifilter'): ('builtins', 'filter'),
              ('itertools', 'izip_longest'): ('itertools', 'zip_longest'),
              ('itertools', 'ifilterfalse'): ('itertools', 'filterfalse'),
              ('__builtin__', 'reduce'): ('functools', 'reduce')}


def _part_of_class(owner, name):
    """What builtins.getattr of a pickle may give: a member of an enum, a class inside a class, a class's method."""
    if isinstance(name, str) and isinstance(owner, type) and not name.startswith('_'):
        return getattr(owner, name)
    raise UnpicklingError('builtins.getattr is not allowed in a pickle here but for the public names of classes')


def _is_own_module(module):
    """Did the program itself bring the module (not the library)?"""
    if module.__name__ == '__main__':
        return True
    file = getattr(module, '__file__', None)
    if not file or file.startswith('<'):
        return False
    return module.__name__.partition('.')[0] not in getattr(sys, 'stdlib_module_names', ())


class Unpickler:
    """Reads pickles from a file."""

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict",
                 buffers=None):
        self._file = file
        self._encoding, self._errors = encoding, errors
        self._buffers = iter(buffers) if buffers is not None else None
        self.memo = {}

    def find_class(self, module, name):
        """The class or function that a pickle names; override it to allow more."""
        module, name = _OLD_NAMES.get((module, name)) or (_OLD_MODULES.get(module, module), name)
        if module == 'builtins' and name == 'getattr':
            return _part_of_class
        if module == 'builtins':
            import builtins
            obj = getattr(builtins, name, None)
            if isinstance(obj, type) and issubclass(obj, BaseException):
                return obj
        if name not in _SAFE.get(module, ()):
            loaded = sys.modules.get(module)
            if module.startswith(_NETWORKS) and isinstance(getattr(loaded, name, None), type):
                return getattr(loaded, name)
            if module.startswith('multiprocessing.') and 'multiprocessing.reduction' in sys.modules:
                __import__(module)      # a program that uses processes trusts what they send each other
                return getattr(sys.modules[module], name)
            if loaded is None or not _is_own_module(loaded):
                raise UnpicklingError(f"{module}.{name} is not allowed in a pickle here: only plain "
                                      "data and classes of the program itself are")
        if module not in sys.modules:
            __import__(module)
        obj = top = sys.modules[module]
        try:
            for part in name.split('.'):
                obj = getattr(obj, part)
        except AttributeError:
            raise AttributeError(f"Can't get attribute {name!r} on {top!r}") from None
        if isinstance(obj, type(sys)):
            raise UnpicklingError(f"{module}.{name} is a module")
        return obj

    def persistent_load(self, pid):
        raise UnpicklingError("unsupported persistent id encountered")

    def load(self):
        """The next object in the file."""
        self._frame = b''
        self._pos = 0
        self._stack = []
        self._marks = []
        actions = _OPS
        while True:
            op = self._read(1)
            if op == b'.':
                return self._stack.pop()
            action = actions.get(op)
            if action is None:
                raise UnpicklingError(f"invalid load key, {_key_text(op)}.")
            try:
                action(self)
            except (IndexError, struct.error) as e:
                raise UnpicklingError("pickle data was truncated" if isinstance(e, struct.error)
                                      else "unexpected MARK found" if self._marks else
                                      "unpickling stack underflow") from None

    def _read(self, n):
        if self._pos + n <= len(self._frame):
            data = self._frame[self._pos:self._pos + n]
            self._pos += n
            return data
        if self._pos < len(self._frame):
            raise UnpicklingError("pickle exhausted before end of frame")
        data = self._file.read(n)
        if len(data) < n:
            if n == 1 or not data:
                raise EOFError("Ran out of input")
            raise UnpicklingError("pickle data was truncated")
        return data

    def _line(self):
        if self._pos < len(self._frame):
            end = self._frame.index(b'\n', self._pos) + 1
            data = self._frame[self._pos:end]
            self._pos = end
        else:
            data = self._file.readline()
        if data[-1:] != b'\n':
            raise UnpicklingError("pickle data was truncated")
        return data[:-1]

    def _pop_mark(self):
        items = self._stack
        self._stack = self._marks.pop()
        return items

    def _uint(self, n):
        return int.from_bytes(self._read(n), 'little')

    def _push(self, value):
        self._stack.append(value)

    def _text(self, n):
        return str(self._read(n), 'utf-8', 'surrogatepass')

    def _old_string(self, data):
        if self._encoding == "bytes":
            return data
        return data.decode(self._encoding, self._errors)

    def _global(self, module, name):
        self._push(self.find_class(module, name))

    def _build(self):
        state = self._stack.pop()
        inst = self._stack[-1]
        setstate = getattr(inst, "__setstate__", None)
        if setstate is not None:
            setstate(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state:
            inst.__dict__.update({sys.intern(k) if type(k) is str else k: v
                                  for k, v in state.items()})
        for name, value in (slots or {}).items():
            setattr(inst, name, value)

    def _call(self, func, args):
        if not callable(func):
            raise UnpicklingError(f"{func!r} is not callable")
        self._push(func(*args))

    def _new(self, args, kwargs=None):
        cls = self._stack.pop()
        if not isinstance(cls, type):
            raise UnpicklingError("NEWOBJ class argument must be a type, not "
                                  + type(cls).__name__)
        self._push(cls.__new__(cls, *args, **(kwargs or {})))

    def _append(self, items):
        obj = self._stack[-1]
        if type(obj) is list or not hasattr(obj, 'append'):
            obj.extend(items)
        else:
            for item in items:
                obj.append(item)

    def _set_items(self, items):
        obj = self._stack[-1]
        for i in range(0, len(items), 2):
            obj[items[i]] = items[i + 1]


def _key_text(op):
    c = chr(op[0])
    return repr(c) if ' ' <= c <= '~' else "'\\x%02x'" % op[0]


def _make_ops():
    """{opcode: what it does}."""
    ops = {}
    ops[b'\x80'] = _proto
    ops[b'\x95'] = _frame
    ops[b'('] = lambda u: (u._marks.append(u._stack), setattr(u, '_stack', []))
    ops[b'0'] = lambda u: u._stack.pop() if u._stack else u._pop_mark()
    ops[b'1'] = lambda u: u._pop_mark()
    ops[b'2'] = lambda u: u._push(u._stack[-1])
    for code, value in ((b'N', None), (b'\x88', True), (b'\x89', False), (b')', ())):
        ops[code] = lambda u, value=value: u._push(value)
    ops[b']'] = lambda u: u._push([])
    ops[b'}'] = lambda u: u._push({})
    ops[b'\x8f'] = lambda u: u._push(set())
    ops[b'I'] = _old_int
    ops[b'L'] = lambda u: u._push(int(u._line().rstrip(b'L')))
    ops[b'F'] = lambda u: u._push(float(u._line()))
    ops[b'J'] = lambda u: u._push(struct.unpack('<i', u._read(4))[0])
    ops[b'K'] = lambda u: u._push(u._uint(1))
    ops[b'M'] = lambda u: u._push(u._uint(2))
    ops[b'\x8a'] = lambda u: u._push(int.from_bytes(u._read(u._uint(1)), 'little', signed=True))
    ops[b'\x8b'] = lambda u: u._push(int.from_bytes(u._read(u._uint(4)), 'little', signed=True))
    ops[b'G'] = lambda u: u._push(struct.unpack('>d', u._read(8))[0])
    ops[b'S'] = _quoted
    ops[b'T'] = lambda u: u._push(u._old_string(u._read(u._uint(4))))
    ops[b'U'] = lambda u: u._push(u._old_string(u._read(u._uint(1))))
    ops[b'V'] = lambda u: u._push(str(u._line(), 'raw-unicode-escape'))
    ops[b'X'] = lambda u: u._push(u._text(u._uint(4)))
    ops[b'\x8c'] = lambda u: u._push(u._text(u._uint(1)))
    ops[b'\x8d'] = lambda u: u._push(u._text(u._uint(8)))
    ops[b'B'] = lambda u: u._push(u._read(u._uint(4)))
    ops[b'C'] = lambda u: u._push(u._read(u._uint(1)))
    ops[b'\x8e'] = lambda u: u._push(u._read(u._uint(8)))
    ops[b'\x96'] = lambda u: u._push(bytearray(u._read(u._uint(8))))
    ops[b'\x97'] = _next_buffer
    ops[b'\x98'] = lambda u: u._push(memoryview(u._stack.pop()).toreadonly())
    ops[b't'] = lambda u: _push_after(u, u._pop_mark(), tuple)
    ops[b'\x85'] = lambda u: u._stack.__setitem__(slice(-1, None), [tuple(u._stack[-1:])])
    ops[b'\x86'] = lambda u: u._stack.__setitem__(slice(-2, None), [tuple(u._stack[-2:])])
    ops[b'\x87'] = lambda u: u._stack.__setitem__(slice(-3, None), [tuple(u._stack[-3:])])
    ops[b'l'] = lambda u: _push_after(u, u._pop_mark(), list)
    ops[b'd'] = lambda u: _push_after(u, u._pop_mark(), lambda x: dict(zip(x[::2], x[1::2])))
    ops[b'\x91'] = lambda u: _push_after(u, u._pop_mark(), frozenset)
    ops[b'a'] = lambda u: _one(u, 1, u._append)
    ops[b'e'] = lambda u: _many(u, u._append)
    ops[b's'] = lambda u: _one(u, 2, u._set_items)
    ops[b'u'] = lambda u: _many(u, u._set_items)
    ops[b'\x90'] = lambda u: _many(u, lambda items: u._stack[-1].update(items))
    ops[b'g'] = lambda u: _get(u, int(u._line()))
    ops[b'h'] = lambda u: _get(u, u._uint(1))
    ops[b'j'] = lambda u: _get(u, u._uint(4))
    ops[b'p'] = lambda u: u.memo.__setitem__(int(u._line()), u._stack[-1])
    ops[b'q'] = lambda u: u.memo.__setitem__(u._uint(1), u._stack[-1])
    ops[b'r'] = lambda u: u.memo.__setitem__(u._uint(4), u._stack[-1])
    ops[b'\x94'] = lambda u: u.memo.__setitem__(len(u.memo), u._stack[-1])
    ops[b'c'] = lambda u: u._global(u._line().decode('utf-8'), u._line().decode('utf-8'))
    ops[b'\x93'] = _stack_global
    ops[b'R'] = lambda u: _reduce(u)
    ops[b'\x81'] = lambda u: u._new(u._stack.pop())
    ops[b'\x92'] = _newobj_ex
    ops[b'b'] = lambda u: u._build()
    ops[b'o'] = _old_obj
    ops[b'i'] = _old_inst
    ops[b'Q'] = lambda u: u._push(u.persistent_load(u._stack.pop()))
    ops[b'P'] = lambda u: u._push(u.persistent_load(u._line().decode('ascii')))
    return ops


def _proto(u):
    version = u._uint(1)
    if version > HIGHEST_PROTOCOL:
        raise ValueError("unsupported pickle protocol: %d" % version)


def _frame(u):
    size = u._uint(8)
    data = u._file.read(size)
    if len(data) < size:
        raise UnpicklingError("pickle data was truncated")
    u._frame, u._pos = data, 0


def _old_int(u):
    data = u._line()
    u._push(data == b'01' if data in (b'00', b'01') else int(data, 0))


def _quoted(u):
    data = u._line()
    if len(data) < 2 or data[0] != data[-1] or data[0] not in b'"\'':
        raise UnpicklingError("the STRING opcode argument must be quoted")
    u._push(u._old_string(data[1:-1].decode('unicode-escape').encode('latin-1')))


def _next_buffer(u):
    if u._buffers is None:
        raise UnpicklingError("pickle stream refers to out-of-band data but no *buffers* "
                              "argument was given")
    try:
        u._push(next(u._buffers))
    except StopIteration:
        raise UnpicklingError("not enough out-of-band buffers") from None


def _push_after(u, items, make):
    u._push(make(items))


def _one(u, n, action):
    items = u._stack[-n:]
    del u._stack[-n:]
    action(items)


def _many(u, action):
    items = u._pop_mark()
    action(items)


def _get(u, i):
    try:
        u._push(u.memo[i])
    except KeyError:
        raise UnpicklingError(f'Memo value not found at index {i}') from None


def _stack_global(u):
    name = u._stack.pop()
    module = u._stack.pop()
    if type(name) is not str or type(module) is not str:
        raise UnpicklingError("STACK_GLOBAL requires str")
    u._global(module, name)


def _reduce(u):
    args = u._stack.pop()
    func = u._stack.pop()
    u._call(func, args)


def _newobj_ex(u):
    kwargs = u._stack.pop()
    args = u._stack.pop()
    u._new(args, kwargs)


def _old_obj(u):
    args = u._pop_mark()
    cls = args.pop(0)
    u._call(cls, args)


def _old_inst(u):
    cls = u.find_class(u._line().decode('ascii'), u._line().decode('ascii'))
    u._call(cls, u._pop_mark())


_OPS = _make_ops()


# --- writing ------------------------------------------------------------------------

class PickleBuffer:
    """A view of memory that protocol 5 may keep out of the pickle."""

    def __init__(self, buffer):
        self._view = memoryview(buffer)

    def raw(self):
        return self._view.cast('B')

    def release(self):
        self._view.release()


class Pickler:
    """Writes pickles to a file."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        if protocol is None:
            protocol = DEFAULT_PROTOCOL
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError("pickle protocol must be <= %d" % HIGHEST_PROTOCOL)
        try:
            self._write_file = file.write
        except AttributeError:
            raise TypeError("file must have a 'write' attribute") from None
        self.proto = max(protocol, 2)
        self.memo = {}
        self.bin = True
        self.fast = 0

    def clear_memo(self):
        """Forget which objects were written."""
        self.memo.clear()

    def persistent_id(self, obj):
        return None

    def dump(self, obj):
        """Write an object."""
        self._out = out = []
        self._save(obj)
        out.append(b'.')
        body = b''.join(out)
        head = b'\x80' + bytes([self.proto])
        if self.proto >= 4 and len(body) >= 4:
            head += b'\x95' + len(body).to_bytes(8, 'little')
        self._write_file(head + body)

    def _memoize(self, obj):
        index = len(self.memo)
        self.memo[id(obj)] = index, obj
        if self.proto >= 4:
            self._out.append(b'\x94')
        elif index < 256:
            self._out.append(b'q' + bytes([index]))
        else:
            self._out.append(b'r' + struct.pack('<I', index))

    def _save(self, obj):
        pid = self.persistent_id(obj)
        if pid is not None:
            self._save(pid)
            self._out.append(b'Q')
            return
        known = self.memo.get(id(obj))
        if known is not None:
            index = known[0]
            self._out.append(b'h' + bytes([index]) if index < 256
                             else b'j' + struct.pack('<I', index))
            return
        writer = _WRITERS.get(type(obj))
        if writer is not None:
            writer(self, obj)
            return
        override = getattr(self, 'reducer_override', None)
        rv = override(obj) if override is not None else NotImplemented
        if rv is NotImplemented:
            table = getattr(self, 'dispatch_table', None)
            if table is not None and type(obj) in table:
                rv = table[type(obj)](obj)
            elif isinstance(obj, type) or type(obj) in (type(_key_text), type(len)):
                self._save_global(obj)
                return
            else:
                import copyreg
                rv = copyreg.reduce_object(obj, self.proto)
        if isinstance(rv, str):
            self._save_global(obj, rv)
            return
        if not isinstance(rv, tuple):
            raise PicklingError("%s must return string or tuple" % type(obj).__reduce_ex__)
        if not 2 <= len(rv) <= 6:
            raise PicklingError("Tuple returned by %s must have two to six elements"
                                % type(obj).__reduce_ex__)
        self._save_reduce(obj, *rv)

    def _save_reduce(self, obj, func, args, state=None, items=None, pairs=None, setter=None):
        if not isinstance(args, tuple):
            raise PicklingError("args from save_reduce() must be a tuple")
        if not callable(func):
            raise PicklingError("func from save_reduce() must be callable")
        out = self._out
        name = getattr(func, '__name__', '')
        if name == '__newobj__' and args and isinstance(args[0], type):
            self._save(args[0])
            self._save(args[1:])
            out.append(b'\x81')
        elif name == '__newobj_ex__' and self.proto >= 4:
            self._save(args[0])
            self._save(args[1])
            self._save(args[2])
            out.append(b'\x92')
        else:
            self._save(func)
            self._save(args)
            out.append(b'R')
        if id(obj) in self.memo:                # it was reached from its own arguments
            out.append(b'0' + b'h' + bytes([self.memo[id(obj)][0]])
                       if self.memo[id(obj)][0] < 256
                       else b'0j' + struct.pack('<I', self.memo[id(obj)][0]))
        else:
            self._memoize(obj)
        if items is not None:
            self._batch_appends(items)
        if pairs is not None:
            self._batch_setitems(pairs)
        if state is not None:
            self._save(state)
            out.append(b'b')

    def _save_global(self, obj, name=None):
        if name is None:
            name = getattr(obj, '__qualname__', None) or obj.__name__
        for value, code in ((None, 'NoneType'), (Ellipsis, 'ellipsis'),
                            (NotImplemented, 'NotImplementedType')):
            if obj is type(value):
                self._save_reduce(obj, type, (value,))
                return
        module = getattr(obj, '__module__', None) or '__main__'
        try:
            found = sys.modules.get(module) or __import__(module, None, None, ['*'])
            for part in name.split('.'):
                if part == '<locals>':
                    raise AttributeError
                found = getattr(found, part)
        except (ImportError, AttributeError):
            if '<locals>' in name:
                raise AttributeError(f"Can't pickle local object {name!r}") from None
            raise PicklingError(f"Can't pickle {obj!r}: attribute lookup {name} on {module} "
                                "failed") from None
        if found is not obj:
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as "
                                f"{module}.{name}")
        if self.proto >= 4:
            self._save(module)
            self._save(name)
            self._out.append(b'\x93')
        else:
            self._out.append(b'c' + module.encode() + b'\n' + name.encode() + b'\n')
        self._memoize(obj)

    # --- plain values ---

    def _int(self, obj):
        if 0 <= obj < 256:
            data = b'K' + bytes([obj])
        elif 0 <= obj < 65536:
            data = b'M' + obj.to_bytes(2, 'little')
        elif -0x80000000 <= obj <= 0x7fffffff:
            data = b'J' + struct.pack('<i', obj)
        else:
            n = (obj.bit_length() >> 3) + 1
            raw = obj.to_bytes(n, 'little', signed=True)
            if obj < 0 and n > 1 and raw[-1] == 0xff and raw[-2] & 0x80:
                raw = raw[:-1]
            data = (b'\x8a' + bytes([len(raw)]) if len(raw) < 256
                    else b'\x8b' + struct.pack('<i', len(raw))) + raw
        self._out.append(data)

    def _str(self, obj):
        raw = obj.encode('utf-8', 'surrogatepass')
        n = len(raw)
        if n < 256 and self.proto >= 4:
            self._out.append(b'\x8c' + bytes([n]) + raw)
        elif n <= 0xffffffff:
            self._out.append(b'X' + struct.pack('<I', n) + raw)
        else:
            self._out.append(b'\x8d' + struct.pack('<Q', n) + raw)
        self._memoize(obj)

    def _bytes(self, obj):
        n = len(obj)
        if self.proto < 3:
            import codecs
            if not obj:
                self._save_reduce(obj, bytes, ())
            else:
                self._save_reduce(obj, codecs.encode, (str(obj, 'latin1'), 'latin1'))
            return
        if n < 256:
            self._out.append(b'C' + bytes([n]) + obj)
        else:
            self._out.append(b'B' + struct.pack('<I', n) + obj)
        self._memoize(obj)

    def _bytearray(self, obj):
        if self.proto < 5:
            self._save_reduce(obj, bytearray, (bytes(obj),) if obj else ())
            return
        self._out.append(b'\x96' + struct.pack('<Q', len(obj)) + bytes(obj))
        self._memoize(obj)

    def _tuple(self, obj):
        if not obj:
            self._out.append(b')')
            return
        small = len(obj) <= 3
        if not small:
            self._out.append(b'(')
        for item in obj:
            self._save(item)
        known = self.memo.get(id(obj))
        if known is not None:                   # a tuple inside itself, through a list
            drop = b'0' * len(obj) if small else b'1'
            index = known[0]
            self._out.append(drop + (b'h' + bytes([index]) if index < 256
                                     else b'j' + struct.pack('<I', index)))
            return
        self._out.append((b'\x85', b'\x86', b'\x87')[len(obj) - 1] if small else b't')
        self._memoize(obj)

    def _list(self, obj):
        self._out.append(b']')
        self._memoize(obj)
        self._batch_appends(obj)

    def _batch(self, items, one, many, save):
        items = list(items)
        for start in range(0, len(items), 1000):
            part = items[start:start + 1000]
            if len(part) == 1:
                save(part[0])
                self._out.append(one)
            else:
                self._out.append(b'(')
                for item in part:
                    save(item)
                self._out.append(many)

    def _batch_appends(self, items):
        self._batch(items, b'a', b'e', self._save)

    def _batch_setitems(self, pairs):
        self._batch(pairs, b's', b'u', self._pair)

    def _pair(self, pair):
        self._save(pair[0])
        self._save(pair[1])

    def _dict(self, obj):
        self._out.append(b'}')
        self._memoize(obj)
        self._batch_setitems(obj.items())

    def _set(self, obj):
        if self.proto < 4:
            self._save_reduce(obj, set, (list(obj),))
            return
        self._out.append(b'\x8f')
        self._memoize(obj)
        items = list(obj)
        for start in range(0, len(items), 1000):
            self._out.append(b'(')
            for item in items[start:start + 1000]:
                self._save(item)
            self._out.append(b'\x90')

    def _frozenset(self, obj):
        if self.proto < 4:
            self._save_reduce(obj, frozenset, (list(obj),))
            return
        self._out.append(b'(')
        for item in obj:
            self._save(item)
        self._out.append(b'\x91')
        self._memoize(obj)

    def _range(self, obj):
        self._save_reduce(obj, range, (obj.start, obj.stop, obj.step))

    def _slice(self, obj):
        self._save_reduce(obj, slice, (obj.start, obj.stop, obj.step))


_WRITERS = {
    type(None): lambda p, o: p._out.append(b'N'),
    bool: lambda p, o: p._out.append(b'\x88' if o else b'\x89'),
    int: Pickler._int,
    float: lambda p, o: p._out.append(b'G' + struct.pack('>d', o)),
    str: Pickler._str, bytes: Pickler._bytes, bytearray: Pickler._bytearray,
    tuple: Pickler._tuple, list: Pickler._list, dict: Pickler._dict, set: Pickler._set,
    frozenset: Pickler._frozenset, range: Pickler._range, slice: Pickler._slice,
    type(Ellipsis): lambda p, o: _named(p, o, 'Ellipsis'),
    type(NotImplemented): lambda p, o: _named(p, o, 'NotImplemented'),
}


def _named(pickler, obj, name):
    """A constant of builtins."""
    if pickler.proto >= 4:
        pickler._save('builtins')
        pickler._save(name)
        pickler._out.append(b'\x93')
    else:
        pickler._out.append(b'cbuiltins\n' + name.encode() + b'\n')
    pickler._memoize(obj)


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Write an object to a file."""
    Pickler(file, protocol, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """An object as bytes."""
    out = []

    class Collect:
        write = out.append
    Pickler(Collect, protocol, buffer_callback=buffer_callback).dump(obj)
    return b''.join(out)


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """Read an object from a file."""
    return Unpickler(file, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(s, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object in some bytes."""
    if isinstance(s, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    import io
    return Unpickler(io.BytesIO(s), encoding=encoding, errors=errors, buffers=buffers).load()


_Pickler, _Unpickler, _dump, _dumps, _load, _loads = Pickler, Unpickler, dump, dumps, load, loads
