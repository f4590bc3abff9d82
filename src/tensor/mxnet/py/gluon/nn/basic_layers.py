"""Containers, dense layers, dropout, norms, embedding, lambdas."""
import math
import warnings

from ... import ndarray as nd
from ..block import Block, HybridBlock
from ..parameter import _indent
from .activations import Activation


class _Stack:
    """What Sequential and HybridSequential share."""

    def add(self, *blocks):
        """Puts blocks on top."""
        for block in blocks:
            self.register_child(block)

    def __repr__(self):
        lines = '\n'.join(f'  ({key}): {_indent(repr(block), 2)}' for key, block in self._children.items())
        return f'{self.__class__.__name__}(\n{lines}\n)'

    def __getitem__(self, key):
        found = list(self._children.values())[key]
        return self._part(found) if isinstance(key, slice) else found

    def _part(self, blocks):
        """A container of some of the blocks, which keep their names."""
        part = type(self)(prefix=self._prefix)
        with part.name_scope():
            part.add(*blocks)
        return part

    def __len__(self):
        return len(self._children)

    def _through(self, x, args):
        for block in self._children.values():
            x = block(x, *args) if args else block(x)
            args = ()
            if type(x) is not nd.NDArray and isinstance(x, (tuple, list)):
                args = x[1:]
                x = x[0]
        return (x, *args) if args else x


class Sequential(_Stack, Block):
    """Blocks one after the other."""

    def forward(self, x, *args):
        return self._through(x, args)

    def hybridize(self, active=True, **kwargs):
        if self._children and not [c for c in self._children.values() if not isinstance(c, HybridBlock)]:
            warnings.warn(f"All children of this Sequential layer '{self.prefix}' are HybridBlocks. Consider using HybridSequential for the best performance.", stacklevel=2)
        super().hybridize(active, **kwargs)


class HybridSequential(_Stack, HybridBlock):
    """Hybrid blocks one after the other."""

    def hybrid_forward(self, F, x):
        return self._through(x, ())


class Dense(HybridBlock):
    """activation(x · weightᵀ + bias); x is flattened to two dimensions unless flatten=False."""
    _node_name = 'fwd'

    def __init__(self, units, activation=None, use_bias=True, flatten=True, dtype='float32', weight_initializer=None, bias_initializer='zeros', in_units=0, **kwargs):
        super().__init__(**kwargs)
        self._units, self._in_units, self._flatten = units, in_units, flatten
        later = dict(dtype=dtype, allow_deferred_init=True)
        self.weight = self.params.get('weight', init=weight_initializer, shape=(units, in_units), **later)
        self.bias = self.params.get('bias', init=bias_initializer, shape=(units,), **later) if use_bias else None
        with self.name_scope():
            self.act = None if activation is None else Activation(activation, prefix=activation + '_')

    def infer_shape(self, x, *args):
        self.weight.shape = (self._units, math.prod(x.shape[1:]) if self._flatten else x.shape[-1])

    def hybrid_forward(self, F, x, weight, bias=None):
        out = F.FullyConnected(x, weight, bias, self._units, bias is None, self._flatten)
        return out if self.act is None else self.act(out)

    def __repr__(self):
        units, width = self.weight.shape
        return f'{self.__class__.__name__}({width or None} -> {units}, {self.act or "linear"})'


class Dropout(HybridBlock):
    """In training, zeros by chance and the rest scaled up."""
    _node_name = 'fwd'

    def __init__(self, rate, axes=(), **kwargs):
        super().__init__(**kwargs)
        self._rate = rate
        self._axes = axes

    def hybrid_forward(self, F, x):
        if self._rate > 0:
            return F.Dropout(x, p=self._rate, axes=self._axes)
        return F.identity(x)

    def __repr__(self):
        return f'{self.__class__.__name__}(p = {self._rate}, axes={self._axes})'


class _Norm(HybridBlock):
    """Scale and shift behind a normalization; the size comes from the axis."""

    def _make_params(self, in_channels, center, scale, beta_initializer, gamma_initializer, deferred=True):
        self.gamma = self.params.get('gamma', grad_req='write' if scale else 'null', shape=(in_channels,), init=gamma_initializer, allow_deferred_init=deferred, differentiable=scale)
        self.beta = self.params.get('beta', grad_req='write' if center else 'null', shape=(in_channels,), init=beta_initializer, allow_deferred_init=deferred, differentiable=center)

    def infer_shape(self, x, *args):
        for p in self._reg_params.values():
            p.shape = (x.shape[self._axis],)


class BatchNorm(_Norm):
    """Normed over the batch in training, by running statistics in prediction."""
    _node_name = 'fwd'

    def __init__(self, axis=1, momentum=0.9, epsilon=1e-5, center=True, scale=True, use_global_stats=False, beta_initializer='zeros', gamma_initializer='ones',
                 running_mean_initializer='zeros', running_variance_initializer='ones', in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self._axis = axis
        self._kwargs = {'axis': axis, 'eps': epsilon, 'momentum': momentum, 'fix_gamma': not scale, 'use_global_stats': use_global_stats}
        self._make_params(in_channels, center, scale, beta_initializer, gamma_initializer)
        self.running_mean = self.params.get('running_mean', grad_req='null', shape=(in_channels,), init=running_mean_initializer, allow_deferred_init=True, differentiable=False)
        self.running_var = self.params.get('running_var', grad_req='null', shape=(in_channels,), init=running_variance_initializer, allow_deferred_init=True, differentiable=False)

    def cast(self, dtype):
        """Its parameters stay float32 for half types."""
        if nd.dtype_number(dtype) == nd.dtype_number('float16'):
            dtype = 'float32'
        super().cast(dtype)

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return F.BatchNorm(x, gamma, beta, running_mean, running_var, **self._kwargs)

    def __repr__(self):
        inside = ', '.join(f'{k}={v!r}' for k, v in self._kwargs.items())
        return f'{self.__class__.__name__}({inside}, in_channels={self.gamma.shape[0] or None})'


class BatchNormReLU(BatchNorm):
    """BatchNorm, then relu."""

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return F.relu(super().hybrid_forward(F, x, gamma, beta, running_mean, running_var))


class LayerNorm(_Norm):
    """Normed over one axis, the last."""

    def __init__(self, axis=-1, epsilon=1e-5, center=True, scale=True, beta_initializer='zeros', gamma_initializer='ones', in_channels=0, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self._kwargs = {'eps': epsilon, 'axis': axis, 'center': center, 'scale': scale}
        self._axis = axis
        self._epsilon = epsilon
        self._make_params(in_channels, center, scale, beta_initializer, gamma_initializer)

    def hybrid_forward(self, F, data, gamma, beta):
        return F.LayerNorm(data, gamma=gamma, beta=beta, axis=self._axis, eps=self._epsilon)

    def __repr__(self):
        inside = ', '.join(f'{k}={v!r}' for k, v in self._kwargs.items())
        return f'{self.__class__.__name__}({inside}, in_channels={self.gamma.shape[0]})'


class GroupNorm(_Norm):
    """Normed over groups of channels, each with one scale and one shift."""

    def __init__(self, num_groups=1, epsilon=1e-5, center=True, scale=True, beta_initializer='zeros', gamma_initializer='ones', prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self._kwargs = {'eps': epsilon, 'num_groups': num_groups, 'center': center, 'scale': scale}
        self._num_groups = num_groups
        self._epsilon = epsilon
        self._make_params(num_groups, center, scale, beta_initializer, gamma_initializer)

    def hybrid_forward(self, F, data, gamma, beta):
        return F.GroupNorm(data, gamma=gamma, beta=beta, num_groups=self._num_groups, eps=self._epsilon)

    def __repr__(self):
        inside = ', '.join(f'{k}={v!r}' for k, v in self._kwargs.items())
        return f'{self.__class__.__name__}({inside})'


class InstanceNorm(_Norm):
    """Normed for each example and channel."""
    _node_name = 'fwd'

    def __init__(self, axis=1, epsilon=1e-5, center=True, scale=False, beta_initializer='zeros', gamma_initializer='ones', in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self._kwargs = {'eps': epsilon, 'axis': axis, 'center': center, 'scale': scale}
        self._axis = axis
        self._epsilon = epsilon
        self._make_params(in_channels, center, scale, beta_initializer, gamma_initializer)

    def hybrid_forward(self, F, x, gamma, beta):
        def turned(x):
            return x if self._axis == 1 else x.swapaxes(1, self._axis)
        return turned(F.InstanceNorm(turned(x), gamma, beta, eps=self._epsilon))

    def __repr__(self):
        inside = ', '.join(f'{k}={v!r}' for k, v in self._kwargs.items())
        return f'{self.__class__.__name__}({inside}, in_channels={self.gamma.shape[0]})'


class Embedding(HybridBlock):
    """A row of the weight for each index."""
    _node_name = 'fwd'

    def __init__(self, input_dim, output_dim, dtype='float32', weight_initializer=None, sparse_grad=False, **kwargs):
        super().__init__(**kwargs)
        self._input_dim = input_dim
        self._output_dim = output_dim
        self._dtype = dtype
        self.weight = self.params.get('weight', shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype, allow_deferred_init=True,
                                      grad_stype='row_sparse' if sparse_grad else 'default')

    def hybrid_forward(self, F, x, weight):
        return F.Embedding(x, weight, input_dim=self._input_dim, output_dim=self._output_dim)

    def __repr__(self):
        return f'{self.__class__.__name__}({self._input_dim} -> {self._output_dim}, {self._dtype})'


class Flatten(HybridBlock):
    """All axes but the first as one."""

    def hybrid_forward(self, F, x):
        return F.Flatten(x)

    def __repr__(self):
        return self.__class__.__name__


def _function(function, what):
    """A function, by itself or as a name in mx.nd."""
    if isinstance(function, str):
        if not hasattr(nd, function):
            raise AssertionError(f'Function name {function} is not found in ndarray{what}.')
        return function
    if not callable(function):
        raise ValueError(f'Unrecognized function in lambda: {function} of type {type(function)}')
    return function.__name__


class Lambda(Block):
    """Any function as a block."""

    def __init__(self, function, prefix=None):
        super().__init__(prefix=prefix)
        self._func_name = _function(function, '')
        self._func_impl = getattr(nd, function) if isinstance(function, str) else function

    def forward(self, *args):
        return self._func_impl(*args)

    def __repr__(self):
        return f'{self.__class__.__name__}({self._func_name})'


class HybridLambda(HybridBlock):
    """A function of F and the inputs as a hybrid block."""

    def __init__(self, function, prefix=None):
        super().__init__(prefix=prefix)
        self._func_name = _function(function, '/symbol')
        if isinstance(function, str):
            self._func = lambda F, *args: getattr(F, function)(*args)
        else:
            self._func = function

    def hybrid_forward(self, F, x, *args):
        return self._func(F, x, *args)

    def __repr__(self):
        return f'{self.__class__.__name__}({self._func_name})'
