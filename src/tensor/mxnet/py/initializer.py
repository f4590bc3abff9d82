"""Initializers: what parameters hold before training. Each fills an array in place, drawing from MXNet's random stream."""
import json
import math

from . import ndarray as nd
from .registry import Registry
from .util import is_np_array


def _draw(kind, a, b, arr):
    """Fills arr with random numbers: from mx.np's stream after npx.set_np(), as in the original."""
    if is_np_array():
        from . import numpy as np
        arr.as_nd_ndarray()[:] = getattr(np.random, kind)(a, b, arr.shape, ctx=arr.context).as_nd_ndarray()
    else:
        getattr(nd.random, kind)(a, b, out=arr)


def handed(arr, fill):
    """The array as a method that a program wrote itself sees it: one of mx.np after npx.set_np()."""
    return arr.as_np_ndarray() if is_np_array() and not getattr(fill, '__module__', '').startswith('mxnet.') else arr


class InitDesc(str):
    """A parameter's name with what is known about it: attrs['__init__'] is its own initializer, or that initializer's text."""

    def __new__(cls, name, attrs=None, global_init=None):
        self = super().__new__(cls, name)
        self.attrs = attrs or {}
        self.global_init = global_init
        return self


class Initializer:
    """The base class. A subclass gives _init_weight(name, array); its __init__ hands its arguments on for dumps()."""

    def __init__(self, **kwargs):
        self._kwargs = kwargs
        self._verbose = False
        self._print_func = None

    def set_verbosity(self, verbose=False, print_func=None):
        self._verbose = verbose
        self._print_func = print_func or (lambda x: str((x.norm() / math.sqrt(x.size)).asscalar()))
        return self

    def _verbose_print(self, desc, init, arr):
        if self._verbose and self._print_func:
            import logging
            logging.info('Initialized %s as %s: %s', desc, init, self._print_func(arr))

    def dumps(self):
        return json.dumps([self.__class__.__name__.lower(), self._kwargs])

    def __eq__(self, other):
        return self.__class__ is other.__class__ and self._kwargs == other._kwargs

    __hash__ = object.__hash__

    def __call__(self, desc, arr):
        if not isinstance(desc, str):
            raise TypeError('name must be string')
        if not isinstance(desc, InitDesc):
            self._by_name(desc, arr)
            return
        own = desc.attrs.get('__init__', '')
        if isinstance(own, Initializer) or own:
            fill = create(own)._init_weight
            fill(desc, handed(arr, fill))
            self._verbose_print(desc, own, arr)
            return
        for ending, name in self._endings:
            if desc.endswith(ending):
                fill = getattr(self, name)
                fill(desc, handed(arr, fill))
                self._verbose_print(desc, ending, arr)
                return
        self._init_default(desc, handed(arr, self._init_default))

    _endings = (('weight', '_init_weight'), ('bias', '_init_bias'), ('gamma', '_init_gamma'), ('beta', '_init_beta'), ('min', '_init_zero'), ('max', '_init_one'))

    # What a name alone says besides, as it was before there were descriptions.
    _older_starts = (('upsampling', '_init_bilinear'), ('stn_loc_weight', '_init_zero'), ('stn_loc_bias', '_init_loc_bias'))
    _older_endings = (('moving_mean', '_init_zero'), ('moving_var', '_init_one'), ('moving_inv_var', '_init_zero'), ('moving_avg', '_init_zero'))

    def _by_name(self, name, arr):
        import warnings
        warnings.warn('\033[91mCalling initializer with init(str, NDArray) has been deprecated.please use init(mx.init.InitDesc(...), NDArray) instead.\033[0m', DeprecationWarning, stacklevel=3)
        fill = next((fill for start, fill in self._older_starts if name.startswith(start)), None) or next((fill for end, fill in self._endings + self._older_endings if name.endswith(end)), '_init_default')
        getattr(self, fill)(name, arr)

    def _init_bilinear(self, name, arr):
        create('bilinear')._init_weight(name, arr)

    def _init_loc_bias(self, _, arr):
        """The transformation that changes nothing."""
        assert arr.shape[0] == 6
        arr[:] = [1., 0., 0., 0., 1., 0.]

    def _init_zero(self, _, arr):
        arr[:] = 0.0

    def _init_one(self, _, arr):
        arr[:] = 1.0

    def _init_bias(self, _, arr):
        arr[:] = 0.0

    def _init_gamma(self, _, arr):
        arr[:] = 1.0

    def _init_beta(self, _, arr):
        arr[:] = 0.0

    def _init_weight(self, name, arr):
        raise NotImplementedError('Must override it')

    def _init_default(self, name, _):
        raise ValueError(f'Unknown initialization pattern for {name}. Default initialization is now limited to "weight", "bias", "gamma" (1.0), '
                         'and "beta" (0.0).Please use mx.sym.Variable(init=mx.init.*) to set initialization pattern')


_registry = Registry(Initializer, 'initializer')
register, alias, create = _registry.register, _registry.alias, _registry.create


class Load:
    """Fills from arrays in a file or dict, by name; what is not there from default_init."""

    def __init__(self, param, default_init=None, verbose=False):
        if isinstance(param, str):
            param = nd.load(param)
        if not isinstance(param, dict):
            raise AssertionError
        self.param = {name[4:] if name.startswith(('arg:', 'aux:')) else name: arr for name, arr in param.items()}
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name, arr):
        if name in self.param:
            if self.param[name].shape != arr.shape:
                raise AssertionError(f'Parameter {name} cannot be initialized from loading. Shape mismatch, target {arr.shape} vs loaded {self.param[name].shape}')
            arr[:] = self.param[name]
        else:
            if self.default_init is None:
                raise AssertionError(f"Cannot Initialize {name}. Not found in loaded param and no default Initializer is provided.")
            self.default_init(name, arr)


class Mixed:
    """The first pattern that a name matches says which initializer fills it."""

    def __init__(self, patterns, initializers):
        import re
        if len(patterns) != len(initializers):
            raise AssertionError
        self.map = [(re.compile(pattern), init) for pattern, init in zip(patterns, initializers)]

    def __call__(self, name, arr):
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, arr)
                return
        raise ValueError('Parameter name %s did not match any pattern. Consideradd a ".*" pattern at the and with default Initializer.')


@alias('zeros')
@register
class Zero(Initializer):
    """All 0."""

    def __init__(self):
        super().__init__()

    def _init_weight(self, _, arr):
        arr[:] = 0


@alias('ones')
@register
class One(Initializer):
    """All 1."""

    def __init__(self):
        super().__init__()

    def _init_weight(self, _, arr):
        arr[:] = 1


@register
class Constant(Initializer):
    """All the value, which may be an array of the parameter's shape."""

    def __init__(self, value):
        super().__init__(value=value)
        self.value = value

    def _init_weight(self, _, arr):
        arr[:] = self.value

    def dumps(self):
        value = self.value
        if hasattr(value, 'asnumpy'):
            value = value.asnumpy()
        if hasattr(value, 'tolist'):
            value = value.tolist()
        return json.dumps([self.__class__.__name__.lower(), {'value': value}])


@register
class Uniform(Initializer):
    """Between -scale and scale."""

    def __init__(self, scale=0.07):
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, _, arr):
        _draw('uniform', -self.scale, self.scale, arr)


@register
class Normal(Initializer):
    """Normal, mean 0 and deviation sigma."""

    def __init__(self, sigma=0.01):
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, _, arr):
        _draw('normal', 0, self.sigma, arr)


@register
class Orthogonal(Initializer):
    """Orthogonal rows or columns, times scale."""

    def __init__(self, scale=1.414, rand_type='uniform'):
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, _, arr):
        import numpy
        rows, columns = arr.shape[0], math.prod(arr.shape[1:])
        draw = nd.random.uniform(-1.0, 1.0, shape=(rows, columns)) if self.rand_type == 'uniform' else nd.random.normal(0.0, 1.0, shape=(rows, columns))
        start = draw.asnumpy()
        u, _, v = numpy.linalg.svd(start, full_matrices=False)
        arr[:] = self.scale * (u if u.shape == start.shape else v).reshape(arr.shape)


@register
class Xavier(Initializer):
    """Scaled by the number of inputs and outputs, so that signals keep their size from layer to layer."""

    def __init__(self, rnd_type='uniform', factor_type='avg', magnitude=3):
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude = float(magnitude)

    def _init_weight(self, name, arr):
        shape = arr.shape
        if len(shape) < 2:
            raise ValueError(f'Xavier initializer cannot be applied to vector {name}. It requires at least 2D.')
        window = math.prod(shape[2:])
        fan_in, fan_out = shape[1] * window, shape[0] * window
        if self.factor_type == 'avg':
            factor = (fan_in + fan_out) / 2.0
        elif self.factor_type == 'in':
            factor = fan_in
        elif self.factor_type == 'out':
            factor = fan_out
        else:
            raise ValueError('Incorrect factor type')
        scale = math.sqrt(self.magnitude / factor)
        if self.rnd_type == 'uniform':
            _draw('uniform', -scale, scale, arr)
        elif self.rnd_type == 'gaussian':
            _draw('normal', 0, scale, arr)
        else:
            raise ValueError('Unknown random type')


@register
class MSRAPrelu(Xavier):
    """For PReLU and its like: He's scaling."""

    def __init__(self, factor_type='avg', slope=0.25):
        super().__init__('gaussian', factor_type, 2.0 / (1 + slope ** 2))
        self._kwargs = {'factor_type': factor_type, 'slope': slope}


@register
class Bilinear(Initializer):
    """The weights of a transposed convolution that enlarges by bilinear interpolation."""

    def __init__(self):
        super().__init__()

    def _init_weight(self, _, arr):
        height, width = arr.shape[2], arr.shape[3]
        f = math.ceil(width / 2.0)
        c = (2 * f - 1 - f % 2) / (2.0 * f)
        window = [[(1 - abs(x / f - c)) * (1 - abs(y / f - c)) for x in range(width)] for y in range(height)]
        arr[:] = nd.array(window, ctx=arr.context).reshape((1, 1, height, width)).broadcast_to(arr.shape)


@register
class LSTMBias(Initializer):
    """0, but forget_bias for the forget gate."""

    def __init__(self, forget_bias=1.0):
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, name, arr):
        arr[:] = 0.0
        hidden = arr.shape[0] // 4
        arr[hidden:2 * hidden] = self.forget_bias


@register
class FusedRNN(Initializer):
    """The parameters of a fused RNN, piece by piece: weights by init (or what fills the rest of the network), biases 0 but for an LSTM's forget gate."""

    def __init__(self, init, num_hidden, num_layers, mode, bidirectional=False, forget_bias=1.0):
        if isinstance(init, str):
            import json
            kind, options = json.loads(init)
            init = create(kind, **options)
        super().__init__(init=None if init is None else init.dumps(), num_hidden=num_hidden, num_layers=num_layers, mode=mode, bidirectional=bidirectional, forget_bias=forget_bias)
        self._init, self._hidden, self._layers, self._mode, self._ways, self._forget_bias = init, num_hidden, num_layers, mode, 2 if bidirectional else 1, forget_bias

    def _init_weight(self, desc, arr):
        gates = {'lstm': 4, 'gru': 3}.get(self._mode, 1)
        hidden, ways, size = self._hidden, self._ways, arr.size
        wide = gates * hidden
        rest = sum(ways * wide * (hidden * ways + hidden + 2) for _ in range(self._layers - 1))
        width = (size - rest) // (ways * wide) - hidden - 2
        fill, at = self._init or getattr(desc, 'global_init', None) or Uniform(), 0
        for layer in range(self._layers):
            for _ in range(ways):
                for name, columns in (('i2h_weight', width if layer == 0 else hidden * ways), ('h2h_weight', hidden)):
                    piece = nd.zeros((wide, columns), ctx=arr.context, dtype=arr.dtype)
                    fill(InitDesc(name), piece)
                    arr[at:at + wide * columns] = piece.reshape((-1,))
                    at += wide * columns
        arr[at:] = 0.0
        if self._mode == 'lstm':
            for bias in range(at, size, 2 * wide):
                arr[bias + hidden:bias + 2 * hidden] = self._forget_bias
