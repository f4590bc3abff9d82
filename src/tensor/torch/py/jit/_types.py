"""The types of values in graphs of torch.jit: how a graph prints them and how code does."""
import torch

_DTYPES = {torch.uint8: 'Byte', torch.int8: 'Char', torch.int16: 'Short', torch.int32: 'Int', torch.int64: 'Long', torch.float16: 'Half', torch.float32: 'Float', torch.float64: 'Double',
           torch.complex64: 'ComplexFloat', torch.complex128: 'ComplexDouble', torch.bool: 'Bool', torch.bfloat16: 'BFloat16'}
NUMBERS = {torch.uint8: 0, torch.int8: 1, torch.int16: 2, torch.int32: 3, torch.int64: 4, torch.float16: 5, torch.float32: 6, torch.float64: 7, torch.complex64: 9, torch.complex128: 10,
           torch.bool: 11, torch.bfloat16: 15}
BY_NUMBER = {number: dtype for dtype, number in NUMBERS.items()}


class Type:
    """A type: str() is how graphs print it, annotation_str how code does."""

    def __init__(self, kind, graph, code=None, parts=(), size=None):
        self._kind, self._graph, self.annotation_str, self.parts, self.size = kind, graph, code or graph, parts, size

    def __str__(self):
        return self._graph

    def __repr__(self):
        return self.annotation_str

    def __eq__(self, other):
        return isinstance(other, Type) and other.annotation_str == self.annotation_str

    def __hash__(self):
        return hash(self.annotation_str)

    def str(self):
        return self._graph

    def kind(self):
        return self._kind

    def isSubtypeOf(self, other):
        return fits(self, other)

    def getElementType(self):
        return self.parts[0]

    def elements(self):
        return list(self.parts)

    def scalarType(self):
        return self.size and self.size[0]

    def sizes(self):
        return self.size and list(self.size[1])

    def dim(self):
        return self.size and len(self.size[1])

    def name(self):
        return self._graph.rpartition('.')[2]


def _simple(kind, graph, code=None):
    return Type(kind, graph, code)


TENSOR, INT, FLOAT, BOOL, STR = _simple('TensorType', 'Tensor'), _simple('IntType', 'int'), _simple('FloatType', 'float'), _simple('BoolType', 'bool'), _simple('StringType', 'str')
NONE, DEVICE, ANY, NUMBER, COMPLEX = _simple('NoneType', 'NoneType'), _simple('DeviceObjType', 'Device'), _simple('AnyType', 'Any'), _simple('NumberType', 'Scalar', 'number'), _simple('ComplexType', 'complex')
FUNCTION, GENERATOR = _simple('FunctionType', 'Function'), _simple('GeneratorType', 'Generator')


def complete(t):
    """A tensor's type with all that is known of this one."""
    sizes, strides = list(t.shape), list(t.stride())
    place = 'requires_grad=%d, device=%s' % (t.requires_grad, t.device)
    shape = '%s, strides=%s, ' % (', '.join(map(str, sizes)), strides) if sizes else ''
    return Type('TensorType', '%s(%s%s)' % (_DTYPES[t.dtype], shape, place), 'Tensor', size=(_DTYPES[t.dtype], sizes))


LONG = Type('TensorType', 'Long(device=cpu)', 'Tensor')        # what a number becomes that a tensor's size gave


def list_of(element):
    return Type('ListType', '%s[]' % element, 'List[%s]' % element.annotation_str, (element,))


def optional(element):
    return element if element.kind() in ('OptionalType', 'NoneType', 'AnyType') else Type('OptionalType', '%s?' % element, 'Optional[%s]' % element.annotation_str, (element,))


def tuple_of(parts):
    parts = tuple(parts)
    return Type('TupleType', '(%s)' % ', '.join(map(str, parts)), 'Tuple[%s]' % (', '.join(part.annotation_str for part in parts) or '()'), parts)


def dict_of(key, value):
    return Type('DictType', 'Dict(%s, %s)' % (key, value), 'Dict[%s, %s]' % (key.annotation_str, value.annotation_str), (key, value))


class ClassType(Type):
    """The type of a module: its attributes in their order."""

    def __init__(self, name):
        super().__init__('ClassType', name)
        self.attributes = {}


def fits(given, wanted):
    """May a value of one type stand where the other is wanted?"""
    kind = wanted.kind()
    if given == wanted or kind == 'AnyType':
        return True
    if kind == 'OptionalType':
        return given.kind() == 'NoneType' or fits(given.parts[0] if given.kind() == 'OptionalType' else given, wanted.parts[0])
    if kind == 'NumberType':
        return given.kind() in ('IntType', 'FloatType', 'ComplexType', 'NumberType')
    if kind == 'TupleType':
        return given.kind() == 'TupleType' and len(given.parts) == len(wanted.parts) and all(map(fits, given.parts, wanted.parts))
    return False


def joined(a, b):
    """What both fit, or None."""
    if fits(a, b):
        return b
    if fits(b, a):
        return a
    if NONE in (a, b):
        return optional(b if a == NONE else a)
    if a.kind() == b.kind() == 'TupleType' and len(a.parts) == len(b.parts):
        parts = [joined(x, y) for x, y in zip(a.parts, b.parts)]
        return None if None in parts else tuple_of(parts)
    return None


def of_value(value):
    """The type of a Python value that is no module; None where there is none."""
    if isinstance(value, torch.Tensor):
        return TENSOR
    for kind, made in ((bool, BOOL), (int, INT), (float, FLOAT), (str, STR), (complex, COMPLEX), (torch.device, DEVICE), (torch.dtype, INT)):
        if isinstance(value, kind):
            return made
    if value is None:
        return NONE
    if isinstance(value, tuple):
        parts = [of_value(each) for each in value]
        return None if None in parts else tuple_of(parts)
    if isinstance(value, list) and value:
        parts = [of_value(each) for each in value]
        return list_of(parts[0]) if parts[0] is not None and all(part == parts[0] for part in parts) else None
    if isinstance(value, dict) and value:
        keys, values = [of_value(each) for each in value], [of_value(each) for each in value.values()]
        if None not in keys + values and all(k == keys[0] for k in keys) and all(v == values[0] for v in values):
            return dict_of(keys[0], values[0])
    return None
