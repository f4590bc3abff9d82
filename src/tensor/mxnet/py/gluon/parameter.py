"""Parameters: named arrays that training changes, with a copy on each of their contexts; and dictionaries of them."""
import warnings
from collections import OrderedDict

import _tensor

from .. import ndarray as nd
from ..base import MXNetError
from ..util import in_mode, is_np_shape
from ..context import Context, cpu, current_context
from .utils import shape_is_known

_attach, _grad_of = _tensor.attach, _tensor.grad


class _Copies:
    """A token for the copies that all parameters have: another one as soon as a parameter gets or loses some, and what blocks remember of them is stale."""
    token = object()


class DeferredInitializationError(MXNetError):
    """The parameter's shape is not known yet."""


class _Uniform:
    """The default initializer, made when it is first needed."""

    def __repr__(self):
        return '<mxnet.initializer.Uniform object>'


_default_init = _Uniform()


def _resolve(init):
    from .. import initializer
    return initializer.Uniform() if init is _default_init else init


class Parameter:
    """A parameter: name, shape and dtype, and once it is initialized its data and gradient on each context.

    A shape with a 0 is not known yet; with allow_deferred_init the parameter then waits for the first forward pass.
    grad_req: 'write', 'add' or 'null'.
    """

    def __init__(self, name, grad_req='write', shape=None, dtype=None, lr_mult=1.0, wd_mult=1.0, init=None, allow_deferred_init=False,
                 differentiable=True, stype='default', grad_stype='default'):
        self._var = None
        self._data = None          # a list of arrays, one a context
        self._ctx_list = None
        self._deferred_init = ()   # (init, contexts, default init, data) while it waits
        self._decided = 0          # the line that asked for the contexts, until there is data
        self._held = []            # dictionaries of blocks that name a copy
        self._seen = None          # versions of the gradients that a Trainer has used
        self._trainer = None
        self._differentiable = differentiable
        self._allow_deferred_init = allow_deferred_init
        self._grad_req = None
        self._shape = (shape,) if isinstance(shape, int) else None if shape is None else tuple(shape)
        self._declared = self._shape    # what a graph says of it
        self.name = name
        self._dtype = dtype        # None: numpy.float32, which is not loaded for it
        self.lr_mult, self.wd_mult = lr_mult, wd_mult
        self.grad_req = grad_req
        self.init = init
        for kind, value in (('stype', stype), ('grad_stype', grad_stype)):
            if value not in ('default', 'row_sparse', 'csr'):
                raise AssertionError(f"{kind} for Parameter '{name}' must be one of 'default', 'row_sparse', or 'csr', but got '{value}'")
        self._stype, self._grad_stype = stype, grad_stype
        if stype != 'default':      # (so data() asks nothing more of those that are dense)
            self.data, self.list_data = self._sparse_data, self._sparse_list

    def __repr__(self):
        return f'Parameter {self.name} (shape={self.shape}, dtype={self.dtype})'

    # -- what is known before there is data --
    @property
    def grad_req(self):
        return self._grad_req

    @grad_req.setter
    def grad_req(self, req):
        if req not in ('write', 'add', 'null'):
            raise AssertionError(f"grad_req must be one of 'write', 'add', or 'null', but got '{req}'")
        if not self._differentiable:
            req = 'null'
        if self._grad_req == req:
            return
        self._grad_req = req
        if self._data is not None:
            if req == 'null':
                self._data = [d.detach() for d in self._data]
                self._copies_change()
            else:
                self._init_grad()

    @property
    def dtype(self):
        if self._dtype is None:
            import numpy
            self._dtype = numpy.float32
        return self._dtype

    @dtype.setter
    def dtype(self, dtype):
        self.cast(dtype)

    @property
    def shape(self):
        if is_np_shape() and self._shape is not None:
            return tuple(n or -1 for n in self._shape)       # 0 is a size there
        return self._shape

    @shape.setter
    def shape(self, new_shape):
        if self._shape is None:
            self._shape = tuple(new_shape)
            return
        if len(self._shape) != len(new_shape) or any(old not in (0, -1, new) for old, new in zip(self._shape, new_shape)):
            from perch.explain import attach
            raise attach(AssertionError(f'Expected shape {tuple(new_shape)} is incompatible with given shape {self._shape}.'), 'P0202', [self])
        self._shape = tuple(new_shape)

    def _set_trainer(self, trainer):
        self._trainer = trainer

    # -- initialization --
    def initialize(self, init=None, ctx=None, default_init=_default_init, force_reinit=False):
        """Makes the arrays on the contexts and fills them; waits if the shape is not known."""
        if self._data is not None and not force_reinit:
            warnings.warn(f"Parameter '{self.name}' is already initialized, ignoring. Set force_reinit=True to re-initialize.", stacklevel=2)
            return
        self._data = self._ctx_list = self._seen = None
        self._copies_change()
        self._decided = _tensor.site()
        known = shape_is_known(self.shape)
        if not known and not self._allow_deferred_init:
            raise ValueError(f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}.")
        places = [ctx or current_context()] if ctx is None or isinstance(ctx, Context) else list(ctx)
        chosen = next((each for each in (init, self.init) if each is not None), default_init)
        self._deferred_init = (chosen, places, default_init, None)
        if known:
            self._finish_deferred_init()

    def _finish_deferred_init(self):
        if not self._deferred_init:
            return
        init, ctx, default_init, data = self._deferred_init
        self._deferred_init = ()
        if not shape_is_known(self.shape):
            raise AssertionError(f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}. Please specify in_units, in_channels, etc for `Block`s.")
        if data is None:
            from .. import initializer
            mode = _tensor.mode(0, False)
            try:
                data = nd.zeros(self.shape, dtype=self._dtype, ctx=cpu())
                fill = initializer.create(_resolve(default_init))
                fill(initializer.InitDesc(self.name, {'__init__': _resolve(init)}), initializer.handed(data, getattr(fill, '__call__', fill)))
            finally:
                _tensor.mode(0, *mode)
        self._init_impl(data, ctx)

    def _init_impl(self, data, ctx_list):
        mode = _tensor.mode(0, False)
        try:
            self._data = [in_mode(data.copyto(ctx)) for ctx in ctx_list]
            if self._decided:       # the line that asked for these places: the first batch may come much later
                for d in self._data:
                    _tensor.made_at(d, self._decided)
                self._decided = 0
            self._ctx_list = list(ctx_list)
            self._copies_change()
            self._init_grad()
        finally:
            _tensor.mode(0, *mode)

    def _init_grad(self):
        if self._grad_req == 'null':
            self._seen = None
            return
        for d in self._data:
            _attach(d, self._grad_req)
        self._seen = self._versions()

    def _loaded_elsewhere(self, ctx):
        from perch.explain import attach
        return attach(AssertionError(f"Failed to load Parameter '{self.name}' on {ctx} because it was previous initialized on {self.list_ctx()}."), 'P0112', [self])

    def _load_init(self, data, ctx, cast_dtype=False, dtype_source='current'):
        """From a file's array."""
        if self.shape is not None:
            if len(self.shape) != len(data.shape) or any(own not in (0, -1, got) for own, got in zip(self.shape, data.shape)):
                from perch.explain import attach
                raise attach(AssertionError(f"Failed loading Parameter '{self.name}' from saved params: shape incompatible expected {self.shape} vs saved {data.shape}"), 'P0202', [self, data])
            self.shape = data.shape
        if cast_dtype:
            if dtype_source not in ('current', 'saved'):
                raise AssertionError
            if dtype_source == 'current':
                data = data.astype(self._dtype or 'float32', copy=False)
            else:
                self.dtype = data.dtype
        elif nd.dtype_number(self._dtype) != _tensor.number(data):
            raise AssertionError(f"Failed loading Parameter '{self.name}' from saved params: dtype incompatible expected {self.dtype} vs saved {data.dtype}. "
                                 "Set cast_dtype=True to cast the dtype of saved params.")
        if isinstance(ctx, Context):
            ctx = [ctx]
        if self._data is None:
            if self._deferred_init:
                if ctx is not None and set(ctx) != set(self._deferred_init[1]):
                    raise self._loaded_elsewhere(ctx)
                ctx = self._deferred_init[1]
            elif ctx is None:
                ctx = [cpu()]
            self._init_impl(data, ctx)
        else:
            if ctx is not None and set(ctx) != set(self.list_ctx()):
                raise self._loaded_elsewhere(ctx)
            self.set_data(data)
        self._deferred_init = ()

    # -- data --
    def _copies_change(self):
        """Blocks forget the copies that it had: they must not keep their memory."""
        _Copies.token = object()
        for each in self._held:
            each.clear()
        self._held.clear()

    def _missing(self, ctx):
        """Raises what is wrong when there is no copy on ctx (None: no data at all)."""
        from perch.explain import attach
        if self._data is not None:
            raise attach(RuntimeError(f"Parameter '{self.name}' was not initialized on context {ctx}. It was only initialized on {self._ctx_list}."), 'P0106', [self])
        if self._deferred_init:
            error = DeferredInitializationError(
                f"Parameter '{self.name}' has not been initialized yet because initialization was deferred. Actual initialization happens during the first forward "
                "pass. Please pass one batch of data through the network before accessing Parameters. You can also avoid deferred initialization by specifying "
                "in_units, num_features, etc., for network layers.")
            import sys              # a first forward pass catches it: only what the program itself asked for is explained
            raise error if _tensor.is_library(sys._getframe(2).f_code) else attach(error, 'P0108', [self])
        raise attach(RuntimeError(
            f"Parameter '{self.name}' has not been initialized. Note that you should initialize parameters and create Trainer with Block.collect_params() "
            "instead of Block.params because the later does not include Parameters of nested child Blocks"), 'P0107', [self])

    # what parameters of a program's own ask of the one that they stand for (gluonnlp's WeightDropParameter)
    _ctx_map = None

    @property
    def _grad(self):
        return None if self._data is None or self._grad_req == 'null' else [each.grad for each in self._data]

    @_grad.setter
    def _grad(self, grads):
        """Gradients stand with the copies: others than theirs are put there."""
        for copy, grad in zip(self._data or (), grads or ()):
            if grad is not None and _tensor.serial(grad) != _tensor.serial(copy.grad):
                from .. import autograd
                autograd.mark_variables([copy], [grad], self._grad_req)

    def _check_and_get(self, arrays, ctx):
        return arrays if isinstance(ctx, list) else Parameter.data(self, ctx)

    def data(self, ctx=None):
        """The copy on ctx; without ctx the only one, or that on the current context."""
        data = self._data
        if data is not None:
            if len(data) == 1 and ctx is None:
                return data[0]
            if ctx is None:
                ctx = current_context()
            places = self._ctx_list
            if places[0] == ctx:
                return data[0]
            for i in range(1, len(places)):
                if places[i] == ctx:
                    return data[i]
            if ctx.device_typeid > 2:           # cpu_pinned, cpu_shared: the CPU's copy serves them
                return self.data(cpu(ctx.device_id))
        self._missing(ctx)

    def list_data(self):
        """All copies, in the order of list_ctx()."""
        if self._data is None:
            self._missing(None)
        return list(self._data)

    def list_ctx(self):
        """The contexts it is on, or will be."""
        if self._data is None:
            if self._deferred_init:
                return self._deferred_init[1]
            from perch.explain import attach
            raise attach(RuntimeError(f"Parameter '{self.name}' has not been initialized"), 'P0107', [self])
        return self._ctx_list

    def _no_grad(self):
        if self._data is not None and self._grad_req == 'null':
            raise RuntimeError(f"Cannot get gradient array for Parameter '{self.name}' because grad_req='null'")

    def grad(self, ctx=None):
        """The gradient's copy on ctx, as data() chooses it."""
        self._no_grad()
        grad = _grad_of(Parameter.data(self, ctx))
        return grad if self._grad_stype == 'default' else self._as_kept(grad)

    def list_grad(self):
        """The gradients of all copies."""
        self._no_grad()
        grads = [_grad_of(d) for d in Parameter.list_data(self)]
        return grads if self._grad_stype == 'default' else [self._as_kept(grad) for grad in grads]

    def _as_kept(self, grad):
        """A gradient in the storage type that was asked for."""
        from ..ndarray import sparse
        return sparse._wrapped(grad, sparse.CSRNDArray if self._grad_stype == 'csr' else sparse.RowSparseNDArray)

    def set_data(self, data):
        """Gives every copy this value."""
        self.shape = data.shape
        if self._data is None:
            if not self._deferred_init:
                raise AssertionError(f"Parameter '{self.name}' has not been initialized")
            self._deferred_init = self._deferred_init[:3] + (data if isinstance(data, nd.NDArray) else nd.array(data),)
            return
        mode = _tensor.mode(0, False)
        try:
            for d in self._data:
                d[:] = data
        finally:
            _tensor.mode(0, *mode)

    def zero_grad(self):
        """Every gradient 0."""
        if self._data is None or self._grad_req == 'null':
            return
        fresh = self._fresh()
        for i, d in enumerate(self._data):
            g = _grad_of(d)
            g[:] = 0
            if not fresh[i]:
                self._mark_used(i)

    # -- has backward written the gradient since a Trainer used it? --
    def _versions(self):
        return [_tensor.version(_grad_of(d)) for d in self._data]

    def _fresh(self):
        return [v != seen for v, seen in zip(self._versions(), self._seen)]

    def _mark_used(self, i):
        self._seen[i] = _tensor.version(_grad_of(self._data[i]))

    def _reduce(self):
        """The mean of all copies, on the CPU."""
        copies = [d.copyto(cpu()) for d in self.list_data()]
        return nd.add_n(*copies) / len(copies) if len(copies) > 1 else copies[0]

    def reset_ctx(self, ctx):
        """Moves to other contexts; several copies are averaged."""
        if ctx is None:
            ctx = [current_context()]
        if isinstance(ctx, Context):
            ctx = [ctx]
        ctx = list(ctx)
        if self._data is not None:
            mode = _tensor.mode(0, False)
            try:
                data = self._reduce()
            finally:
                _tensor.mode(0, *mode)
            self._init_impl(data, ctx)
        elif self._deferred_init:
            init, _, default_init, data = self._deferred_init
            self._decided = _tensor.site()
            self._deferred_init = (init, ctx, default_init, data)
        else:
            from perch.explain import attach
            raise attach(ValueError(f"Cannot reset context for Parameter '{self.name}' because it has not been initialized."), 'P0107', [self])

    def cast(self, dtype):
        """Another dtype for data and gradient."""
        self._dtype = dtype
        if self._data is None:
            return
        mode = _tensor.mode(0, False)
        try:
            self._data = [d.astype(dtype) for d in self._data]
            self._copies_change()
            self._init_grad()
        finally:
            _tensor.mode(0, *mode)

    def var(self):
        """The parameter as a variable of a graph."""
        if self._var is None:
            from ..symbol import var
            self._var = var(self.name, shape=self._declared, dtype=self.dtype, lr_mult=self.lr_mult, wd_mult=self.wd_mult, init=self.init, stype=self._stype)
        return self._var

    def row_sparse_data(self, row_id):
        """The rows that are named, where row_id lives."""
        if self._stype == 'row_sparse':
            if self._trainer is None:
                raise RuntimeError(f"Cannot get row_sparse data for Parameter '{self.name}' when no Trainer is created with it.")
            return self._rows(row_id, Parameter.data(self, row_id.context))
        raise RuntimeError(f'Cannot return a copy of Parameter {self.name} via row_sparse_data() because its storage type is default. Please use data() instead.')

    def _sparse_data(self, ctx=None):
        raise RuntimeError(f"Cannot return a copy of Parameter '{self.name}' on ctx {ctx} via data() because its storage type is {self._stype}. Please use row_sparse_data() instead.")

    def _sparse_list(self):
        raise RuntimeError(f"Cannot return copies of Parameter '{self.name}' on all contexts via list_data() because its storage type is {self._stype}. Please use row_sparse_data() instead.")

    def _rows(self, row_id, data):
        from ..ndarray import sparse
        return sparse.retain(sparse._wrapped(data, sparse.RowSparseNDArray), row_id)

    def list_row_sparse_data(self, row_id):
        """The rows that are named, of all copies."""
        if self._stype == 'row_sparse':
            return [self._rows(row_id, data) for data in Parameter.list_data(self)]
        raise RuntimeError(f'Cannot return copies of Parameter {self.name} on all contexts via list_row_sparse_data() because its storage type is default. Please use data() instead.')


class Constant(Parameter):
    """A parameter that training leaves as it is."""

    def __init__(self, name, value):
        if not isinstance(value, nd.NDArray):
            value = nd.array(value)
        self.value = value
        from .. import initializer

        class Init(initializer.Initializer):
            def _init_weight(self, _, arr):
                value.copyto(arr)

        super().__init__(name, grad_req='null', shape=value.shape, dtype=value.dtype, init=Init())

    def __repr__(self):
        return f'Constant {self.name} (shape={self.shape}, dtype={self.dtype})'

    @property
    def grad_req(self):
        return 'null'

    @grad_req.setter
    def grad_req(self, req):
        if req != 'null':
            warnings.warn(f'Constant parameter "{self.name}" does not support grad_req other than "null", and new value "{req}" is ignored.', stacklevel=2)
        self._grad_req = 'null'


def _indent(text, by):
    first, *rest = text.split('\n')
    return '\n'.join([first] + [' ' * by + line for line in rest])


class ParameterDict:
    """Parameters by name, in order; `get` makes what is not there, its name behind the prefix."""

    def __init__(self, prefix='', shared=None):
        self._prefix = prefix
        self._params = OrderedDict()
        self._shared = shared

    def __repr__(self):
        name = self._prefix + ' ' if self._prefix else ''
        return f'{name}(\n' + '\n'.join(_indent(f'  {p}', 2) for p in self.values()) + '\n)'

    def __getitem__(self, key):
        return self._params[key]

    def __iter__(self):
        return iter(self._params)

    def __contains__(self, key):
        return key in self._params

    def __len__(self):
        return len(self._params)

    def items(self):
        return self._params.items()

    def keys(self):
        return self._params.keys()

    def values(self):
        return self._params.values()

    @property
    def prefix(self):
        return self._prefix

    def _get_impl(self, name):
        if name not in self._params and self._shared is not None and name in self._shared._params:
            self._params[name] = self._shared._params[name]
        return self._params.get(name)

    def get(self, name, **kwargs):
        """The parameter prefix+name; made with these attributes if it is not there, else they must agree."""
        name = self.prefix + name
        param = self._get_impl(name)
        if param is None:
            param = Parameter(name, **kwargs)
            self._params[name] = param
            return param
        for k, v in kwargs.items():
            own = param._dtype if k == 'dtype' else getattr(param, k, None)
            if k == 'dtype' and own is None:
                own = 'float32'
            if own is None:
                setattr(param, k, v)
                continue
            if k == 'shape' and v is not None and len(v) == len(own):
                if all(a == b or a in (0, -1) or b in (0, -1) for a, b in zip(v, own)):
                    param._shape = tuple(a if a not in (0, -1) else b for a, b in zip(v, own))
                    continue
            elif k == 'dtype' and nd.dtype_number(v) == nd.dtype_number(own):
                continue
            elif k == 'init' and (v is None or type(v) is type(own)):
                continue
            if v is not None and v != own:
                raise AssertionError(f"Cannot retrieve Parameter '{name}' because desired attribute does not match with stored for attribute '{k}': desired '{v}' vs stored '{own}'.")
        return param

    def get_constant(self, name, value=None):
        """The constant prefix+name."""
        name = self.prefix + name
        param = self._get_impl(name)
        if param is None:
            if value is None:
                raise KeyError(f"No constant named '{name}'. Please specify value if you want to create a new constant.")
            param = Constant(name, value)
            self._params[name] = param
        elif value is not None:
            if not isinstance(param, Constant):
                raise AssertionError(f"Parameter '{name}' already exists but it is not a constant.")
            value = value if isinstance(value, nd.NDArray) else nd.array(value)
            if param.shape != value.shape or float((param.value != value).sum()):
                raise AssertionError(f"Constant '{name}' already exists but it's value doesn't match new value")
        return param

    def update(self, other):
        """Takes in all of another dictionary's."""
        given = dict(other.items())
        for name in given:
            if self._params.get(name, given[name]) is not given[name]:
                raise AssertionError(f"Cannot update self with other because they have different Parameters with the same name '{name}'")
        self._params.update(given)

    def initialize(self, init=_default_init, ctx=None, verbose=False, force_reinit=False):
        """Initializes all, on the contexts; each with its own initializer, or init."""
        init = _resolve(init)
        if verbose:
            init.set_verbosity(verbose=verbose)
        for param in self.values():
            param.initialize(None, ctx, init, force_reinit=force_reinit)

    init = initialize

    def zero_grad(self):
        for param in self.values():
            param.zero_grad()

    def reset_ctx(self, ctx):
        for param in self.values():
            param.reset_ctx(ctx)

    def list_ctx(self):
        """All contexts that one of them is on."""
        found = []
        for param in self.values():
            found += [ctx for ctx in param.list_ctx() if ctx not in found]
        return found

    def setattr(self, name, value):
        """Sets an attribute of all: collect_params('.*weight').setattr('lr_mult', 0.1)."""
        for param in self.values():
            setattr(param, name, value)

    def save(self, filename, strip_prefix=''):
        """Writes their values into a file, under their names without the prefix."""
        strange = next((param.name for param in self.values() if not param.name.startswith(strip_prefix)), None)
        if strange is not None:
            raise ValueError(f"Prefix '{strip_prefix}' is to be striped before saving, but Parameter's name '{strange}' does not start with '{strip_prefix}'. "
                             "this may be due to your Block shares parameters from other Blocks or you forgot to use 'with name_scope()' when creating child blocks. "
                             "For more info on naming, please see https://mxnet.io/api/python/docs/tutorials/packages/gluon/blocks/naming.html")
        found = {param.name.removeprefix(strip_prefix): param._reduce() for param in self.values()}
        nd.save(filename, found)

    def load(self, filename, ctx=None, allow_missing=False, ignore_extra=False, restore_prefix='', cast_dtype=False, dtype_source='current'):
        if restore_prefix:
            for name in self.keys():
                if not name.startswith(restore_prefix):
                    raise AssertionError(f"restore_prefix is '{restore_prefix}' but Parameters name '{name}' does not start with '{restore_prefix}'. For more info on naming, "
                                         "please see https://mxnet.io/api/python/docs/tutorials/packages/gluon/blocks/naming.html")
        self.load_dict(nd.load(filename), ctx, allow_missing, ignore_extra, restore_prefix, filename, cast_dtype, dtype_source)

    def load_dict(self, param_dict, ctx=None, allow_missing=False, ignore_extra=False, restore_prefix='', filename=None, cast_dtype=False, dtype_source='current'):
        where = f'file: {filename}' if filename else 'param_dict'
        if isinstance(param_dict, list):
            raise ValueError(f"Cannot load parameters from {where}: it holds a list of arrays without names")
        found = {restore_prefix + (k[4:] if k.startswith(('arg:', 'aux:')) else k): v for k, v in param_dict.items()}
        if not allow_missing:
            for name in self.keys():
                if name not in found:
                    raise AssertionError(f"Parameter '{name[len(restore_prefix):]}' is missing in {where}, which contains parameters: {_brief(found)}. "
                                         "Please make sure source and target networks have the same prefix.For more info on naming, please see "
                                         "https://mxnet.io/api/python/docs/tutorials/packages/gluon/blocks/naming.html")
        for name, data in found.items():
            if name not in self._params:
                if not ignore_extra:
                    raise AssertionError(f"Parameter '{name[len(restore_prefix):]}' loaded from {where} is not present in ParameterDict, choices are: {_brief(self._params)}. "
                                         "Set ignore_extra to True to ignore. Please make sure source and target networks have the same prefix.For more info on naming, "
                                         "please see https://mxnet.io/api/python/docs/tutorials/packages/gluon/blocks/naming.html")
                continue
            self[name]._load_init(data, ctx, cast_dtype=cast_dtype, dtype_source=dtype_source)


def _brief(names):
    """The first and last few of many names."""
    names = list(names)
    if len(names) > 7:
        return _brief(names[:3]) + ', ..., ' + _brief(names[-4:])
    return ', '.join(f"'{n}'" for n in names)
