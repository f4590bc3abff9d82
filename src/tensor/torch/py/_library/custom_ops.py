"""torch.library.custom_op: a function in Python as an operator, with its kernels by device, what it would give (fake) and its gradient."""
import torch
from torch import _ops
from .infer_schema import infer_schema

_defined = {}                   # 'library::name': CustomOpDef


class _Parameter:
    """One argument of a schema: 'SymInt[]? names=None'."""

    def __init__(self, text, keyword):
        word, _, name = text.strip().rpartition(' ')
        self.word, self.keyword = word, keyword
        self.name, given, default = name.partition('=')
        self.required, self.default = not given, default

    def fits(self, value):
        word = self.word
        if word.endswith('?'):
            if value is None:
                return True
            word = word[:-1]
        if word.endswith('[]') or word.startswith('Tensor(') and word.endswith('[]'):
            return isinstance(value, (list, tuple))
        kinds = _KINDS.get(word.split('(')[0], object)
        return isinstance(value, kinds)


_KINDS = {'Tensor': torch.Tensor, 'SymInt': int, 'float': (int, float), 'bool': bool, 'str': str, 'Scalar': (int, float, bool, complex), 'ScalarType': (torch.dtype, int), 'Device': (torch.device, str)}
_SAID = {'SymInt': 'int', 'SymInt[]': 'List[int]', 'Tensor[]': 'List[Tensor]', 'float[]': 'List[float]', 'ScalarType': 'int'}


def _parameters(schema):
    """The arguments between a schema's brackets; a default may have commas of its own in quotes or brackets."""
    inside, found, depth, quoted, keyword, start = schema[schema.index('(') + 1:schema.rindex(') ->')], [], 0, False, False, 0
    for at, c in enumerate(inside + ','):
        if c == '"':
            quoted = not quoted
        depth += 0 if quoted else (c in '([') - (c in ')]')
        if c == ',' and not depth and not quoted:
            text = inside[start:at].strip()
            start = at + 1
            if text == '*':
                keyword = True
            elif text:
                found.append(_Parameter(text, keyword))
    return found


def _defaults(function):
    import inspect
    return {name: p.default for name, p in inspect.signature(function).parameters.items() if p.default is not p.empty}


def _tensors(values):
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)


class CustomOpDef:
    """An operator of a program's own. Its methods give it kernels, a fake and a gradient."""

    def __init__(self, namespace, name, schema, fn):
        self._namespace, self._name, self._init_fn, self._schema = namespace, name, fn, schema
        self._kernels, self._fake, self._backward, self._setup, self._disabled = {}, None, None, None, set()
        self._qualname = '%s::%s' % (namespace, name)
        self._parameters = _parameters(schema)
        self._defaults = _defaults(fn)
        if self._qualname in _defined:
            _ops.forget(namespace, name)
        _defined[self._qualname] = self
        _ops.define(namespace, name + schema)
        _ops.implement(namespace, name, self._run, '')
        self._opoverload = getattr(getattr(torch.ops, namespace), name).default

    def __repr__(self):
        return '<CustomOpDef(%s)>' % self._qualname

    def __call__(self, *args, **kwargs):
        return self._run(*args, **kwargs)

    # ---- what is given to it ----
    def _registers(self, fn, keep):
        def wrap(function):
            keep(function)
            return function
        return wrap if fn is None else wrap(fn)

    def register_kernel(self, device_types, fn=None, /):
        """The function for some kinds of devices; None: for all."""
        kinds = [device_types] if device_types is None or isinstance(device_types, str) else list(device_types)
        return self._registers(fn, lambda function: self._kernels.update(dict.fromkeys(kinds, function)))

    def register_fake(self, fn, /):
        """What the results would be: shapes and dtypes alone."""
        self._fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        """How gradients flow: backward(ctx, *gradients), after setup_context(ctx, inputs, output)."""
        self._backward, self._setup = backward, setup_context

    def register_torch_dispatch(self, torch_dispatch_class, fn=None, /):
        raise NotImplementedError('%s.register_torch_dispatch is not in perch: subclasses answer by __torch_function__' % self._qualname)

    def register_vmap(self, func=None):
        raise NotImplementedError('%s.register_vmap is not in perch: vmap runs the operator for each example' % self._qualname)

    # ---- a call ----
    def _bound(self, args, kwargs):
        """The arguments in the schema's order, or PyTorch's words for what does not fit."""
        schema, places = self._qualname + self._schema, [p for p in self._parameters if not p.keyword]
        if len(args) > len(places):
            raise RuntimeError('%s() expected at most %d argument(s) but received %d argument(s). Declaration: %s' % (self._qualname, len(places), len(args) + len(kwargs), schema))
        given = dict(zip((p.name for p in places), args))
        for name in kwargs:
            if not any(p.name == name for p in self._parameters):
                raise RuntimeError("Unknown keyword argument '%s' for operator '%s'. Schema: %s" % (name, self._qualname, schema))
        given.update(kwargs)
        values = []
        for at, p in enumerate(self._parameters):
            if p.name not in given:
                if p.required:
                    raise RuntimeError("%s() is missing value for argument '%s'. Declaration: %s" % (self._qualname, p.name, schema))
                values.append(self._defaults.get(p.name))
                continue
            value = given[p.name]
            if not p.fits(value):
                said = _SAID.get(p.word, p.word.split('(')[0])
                kept = 'Unable to cast %r to Tensor' % (value,) if said == 'Tensor' else "Unable to cast Python instance of type %s to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)" % type(value)
                raise RuntimeError("%s() Expected a value of type '%s' for argument '%s' but instead found type '%s'.\nPosition: %d\nValue: %r\nDeclaration: %s\nCast error details: %s"
                                   % (self._qualname, said, p.name, type(value).__name__, at, value, schema, kept))
            values.append(value)
        return values

    def _handed(self, function, values):
        keywords = {p.name: v for p, v in zip(self._parameters, values) if p.keyword}
        return function(*[v for p, v in zip(self._parameters, values) if not p.keyword], **keywords)

    def _faked(self, values):
        if self._fake is None:
            raise NotImplementedError('There was no fake impl registered for %r. This is necessary for torch.compile/export/fx tracing to work. Please use `%s.register_fake` to add an fake impl.'
                                      % (self, self._init_fn.__name__))
        return self._handed(self._fake, values)

    def _kernel(self, values):
        first = next(_tensors(values), None)
        kind = 'cpu' if first is None else first.device.type
        if kind == 'meta':
            return lambda *given, **named: self._faked(values)
        found = self._kernels.get(kind) or self._kernels.get(None)
        if found is None:
            from _torch import _says
            raise NotImplementedError(_says('SPARSE_BACKEND', '%s', kind.upper()).replace('aten::%s', self._qualname))
        return found

    def _computed(self, values):
        """What the kernel gives, which is none of what it was given."""
        made = self._handed(self._kernel(values), values)
        given = [t.untyped_storage().data_ptr() if hasattr(t, 'untyped_storage') else t.data_ptr() for t in _tensors(values) if not t.is_meta and t.numel()]
        for t in _tensors([made]):
            if not t.is_meta and t.numel() and (t.untyped_storage().data_ptr() if hasattr(t, 'untyped_storage') else t.data_ptr()) in given:
                import sys
                raise RuntimeError('%s (with implementation in %s): The output of this custom operator (1) must not also be an input to this custom operator and (2) may not alias any inputs to this '
                                   'custom operator or other returns. The most common way to trigger this error is if we have y = custom_op(x) and y and x are the same Tensor. Please instead return a '
                                   'clone of the offending output tensor(s) (e.g. return x.clone()) or refactor the custom operator to not return y.' % (self._name, sys.modules[__name__]))
        return made

    def _run(self, *args, **kwargs):
        values = self._bound(args, kwargs)
        flat = list(_tensors(values))
        if self._schema.endswith('-> ()') or not torch.is_grad_enabled() or not any(t.requires_grad for t in flat):
            return self._computed(values)
        return self._step().apply(self, values, *flat)

    def _step(self):
        if '_node' not in self.__dict__:
            self._node = type('GeneratedBackwardFor_%s_%s_default' % (self._namespace, self._name), (_Step,), {})
        return self._node

    def _gradients(self, ctx, values, grads):
        """The gradients of the tensors among the arguments, in their order."""
        if self._backward is None:
            raise RuntimeError('Trying to backward through %s.%s.default but no autograd formula was registered. Please use register_autograd to add one.' % (self._namespace, self._name))
        given = self._backward(ctx, *grads)
        given = given if isinstance(given, tuple) else (given,)
        found = []
        for value, gradient in zip(values, given):
            if isinstance(value, torch.Tensor):
                found.append(gradient)
            elif isinstance(value, (list, tuple)):
                many = [t for t in value if isinstance(t, torch.Tensor)]
                found += list(gradient) if gradient is not None and many else [None] * len(many)
        return found


class _Step(torch.autograd.Function):
    """A call of an operator in the graph."""

    @staticmethod
    def forward(ctx, operator, values, *flat):
        ctx._operator, ctx._values = operator, values
        with torch.no_grad():
            output = operator._computed(values)
        if operator._setup is not None:
            inputs = tuple(v for p, v in zip(operator._parameters, values) if not p.keyword)
            named = {p.name: v for p, v in zip(operator._parameters, values) if p.keyword}
            operator._setup(ctx, inputs, output) if not named else operator._setup(ctx, inputs, named, output)
        return tuple(output) if isinstance(output, list) else output

    @staticmethod
    def backward(ctx, *grads):
        return (None, None, *ctx._operator._gradients(ctx, ctx._values, grads))


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """Makes a function an operator torch.ops.NAMESPACE.NAME; a decorator where the function is not given."""
    def wrap(function):
        said = infer_schema(function, mutates_args=mutates_args) if schema is None else schema
        namespace, opname = name.split('::')
        made = CustomOpDef(namespace, opname, said, function)
        made.register_kernel(device_types, function)
        return made
    return wrap if fn is None else wrap(fn)


def found(op):
    """The operator that 'library::name', an overload or an operator names."""
    if isinstance(op, CustomOpDef):
        return op
    return _defined.get(op if isinstance(op, str) else op._registered.namespace + '::' + op._registered.name)
