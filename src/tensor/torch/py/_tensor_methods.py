"""The methods of Tensor that are written in Python: functions whose first argument is the tensor, and what only a tensor has."""
import itertools
import types as _types
import warnings
import weakref

import _tensor
import _torch
from _torch import _says, _version
from . import _functions as F
from .storage import TypedStorage, UntypedStorage
from perch.only import only

Tensor = _tensor.Tensor
_op = _tensor.op



_PYTHON = frozenset('norm split unique unique_consecutive unflatten register_hook register_post_accumulate_grad_hook refine_names align_to is_shared share_memory_ storage untyped_storage storage_type reinforce'.split())      # what PyTorch writes in Python too


def _as_method(name, function):
    """A function as a method: what a program gives it is judged as a method's."""
    if isinstance(function, _types.FunctionType):
        method = _types.FunctionType(function.__code__.replace(), function.__globals__, name, function.__defaults__, function.__closure__)
        method.__kwdefaults__, method.__module__, method.__doc__ = function.__kwdefaults__, function.__module__, function.__doc__
        if name in _PYTHON:
            method.__qualname__ = 'Tensor.' + name
        _tensor.judge(method, True)
        function = method
    setattr(Tensor, name, function)
    return function


_lerp_in_place = Tensor.lerp_
for _name in ('max min aminmax argmax argmin sort argsort msort topk kthvalue median mode unique unique_consecutive var std norm dist quantile bincount '
              'histc cov corrcoef clamp clamp_ clamp_min clamp_max clamp_min_ clamp_max_ round round_ nan_to_num float_power positive logit sinc xlogy xlogy_ '
              'heaviside isclose allclose equal isposinf isneginf isreal signbit softmax log_softmax relu_ logcumsumexp cummax cummin diff unbind '
              'split_with_sizes chunk tensor_split repeat tile repeat_interleave movedim moveaxis ravel unflatten fliplr flipud rot90 diag '
              'diag_embed diagflat trace as_strided scatter scatter_ index_add index_add_ index_copy index_copy_ index_fill index_fill_ index_put '
              'index_put_ gather take masked_scatter masked_fill masked_fill_ masked_select addmv addbmm baddbmm addr ger outer inner vdot kron cross matrix_power det logdet inverse cholesky cholesky_solve cholesky_inverse nonzero '
              'bernoulli bernoulli_ multinomial is_nonzero is_same_size broadcast_to take_along_dim gcd lcm ldexp logaddexp2 angle conj conj_physical resolve_conj sgn '
              'resolve_neg renorm hsplit vsplit dsplit adjoint narrow_copy sum_to_size put put_ select_scatter slice_scatter diagonal_scatter scatter_reduce '
              'nanmean nanmedian nanquantile histogram svd qr pinverse slogdet matrix_exp hardshrink lerp i0 nextafter frexp mvlgamma index_reduce geqrf lu lu_solve orgqr ormqr triangular_solve symeig solve lstsq eig igamma igammac stft istft '
              'unsafe_chunk unsafe_split unsafe_split_with_sizes as_strided_scatter').split():
    _as_method(_name, getattr(F, _name))


def _method(function):
    _tensor.judge(function, True)
    setattr(Tensor, function.__name__, function)
    return function


Tensor.__module__ = 'torch'
_as_method('unfold', F.unfold_axis)


@_method
def type(self, dtype=None, non_blocking=False):
    if dtype is None:
        from ._types import type_word
        if self.is_meta:
            raise RuntimeError('Unimplemented backend Meta')
        return type_word(self)
    if isinstance(dtype, _tensor.dtype):
        return self.to(dtype)
    from ._types import from_word
    device, wanted = from_word(dtype)
    if device == 'cuda':
        from .cuda import is_available
        if not is_available():
            raise RuntimeError(_says("CUDA_UNLINKED"))
    return self.to(device, wanted)


def split(self, split_size, dim=0):
    return F.split(self, split_size, dim)


_as_method('split', split)


@_method
def polygamma(self, n):
    return F.polygamma(n, self)


_sign_in_place = Tensor.sgn_


@_method
def sgn_(self):
    return self.copy_(F.sgn(F._shared.as_it_was(self))) if self.is_complex() else _sign_in_place(self)


@_method
def polygamma_(self, n):
    return self.copy_(F.polygamma(n, F._shared.as_it_was(self)))


@_method
def where(self, condition, other):
    return F.where(condition, self, other)


@_method
def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    if isinstance(data, Tensor):
        warnings.warn(_says("COPIES_TENSOR", 'tensor.new_tensor'), stacklevel=2)
        data = data.detach()
        return data.to(device or self.device, dtype or self.dtype, copy=True).requires_grad_(requires_grad)
    return _torch.tensor(data, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)


def _judged(name, method):
    """A method that was made under another name."""
    method.__name__ = name
    return _as_method(name, method)


def _in_place(name):
    """t.<name>_: t.<name>, written into t."""
    function = getattr(Tensor, name)

    def method(self, *args, **kwargs):
        made = function(F._shared.as_it_was(self, *args), *args, **kwargs)
        if not F.can_cast(made.dtype, self.dtype):
            raise RuntimeError(_says("CANNOT_CAST", F.facts.type_name(made), F.facts.type_name(self)))
        return self.copy_(made)
    return _judged(name + '_', method)


for _name in ('addmv addbmm baddbmm addr cumsum cumprod nan_to_num xlogy sinc logit float_power gcd lcm ldexp heaviside renorm scatter_reduce '
              'divide i0 nextafter mvlgamma index_reduce polygamma igamma igammac conj_physical').split():
    if not hasattr(Tensor, _name + '_'):
        _in_place(_name)


@staticmethod
def _make_wrapper_subclass(cls, size, strides=None, storage_offset=None, memory_format=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False,
                           dispatch_sizes_strides_policy=None, dispatch_device=False, dispatch_layout=False, _extra_dispatch_keys=None, storage_size=None):
    """A tensor of a class that has nothing but its look: what is in it the class keeps elsewhere, and answers for by its __torch_dispatch__."""
    from ._dispatch.wrappers import made
    return made(cls, size, strides, storage_offset, memory_format, dtype, layout, device, requires_grad, dispatch_sizes_strides_policy)


Tensor._make_wrapper_subclass = _make_wrapper_subclass


@_method
def lerp_(self, end, weight):
    F.lerp(self.detach(), end.detach() if isinstance(end, Tensor) else end, weight.detach() if isinstance(weight, Tensor) else weight)
    return _lerp_in_place(self, end, weight)


@_method
def apply_(self, callable):
    """The function of Python on every element; slow, on the CPU only."""
    if any(n > 1 and not step for n, step in zip(self.shape, self.stride())):        # (each place is met as often as it is shown)
        for at in itertools.product(*map(range, self.shape)):
            self[at] = callable(self[at].item())
        return self
    made = [callable(v) for v in self.flatten().tolist()]
    for v in made:
        if isinstance(v, str):
            raise TypeError('must be real number, not str')
    return self.copy_(_torch.tensor(made, dtype=self.dtype).reshape(self.shape))


@_method
def map_(self, tensor, callable):
    if tensor.dtype != self.dtype:
        raise TypeError("map_: expected %s for 'other' (got %s)" % tuple('CPUBoolType' if t.type() == 'torch.BoolTensor' else t.type() for t in (self, tensor)))
    pairs = zip(self.flatten().tolist(), tensor.expand_as(self).flatten().tolist())
    return self.copy_(_torch.tensor([callable(a, b) for a, b in pairs], dtype=self.dtype).reshape(self.shape))


@_method
def map2_(self, x, y, callable):
    """The function of Python on the elements of three tensors."""
    rows = zip(self.flatten().tolist(), x.expand_as(self).flatten().tolist(), y.expand_as(self).flatten().tolist())
    return self.copy_(_torch.tensor([callable(*row) for row in rows], dtype=self.dtype).reshape(self.shape))


@_method
def prelu(self, weight):
    from torch.nn import functional
    return functional.prelu(self, weight)


@_method
def cfloat(self):
    return self.to(_tensor.dtype_by_number(1, 10))


@_method
def cdouble(self):
    return self.to(_tensor.dtype_by_number(1, 11))


@_method
def resize(self, *sizes):
    import warnings
    warnings.warn('non-inplace resize is deprecated', stacklevel=2)
    return self.reshape(*sizes)


@_method
def resize_as(self, tensor):
    import warnings
    warnings.warn('non-inplace resize_as is deprecated', stacklevel=2)
    return self.reshape(tensor.shape)


@_method
def set_(self, source=None, *args):
    if source is None:
        source = self.new_empty(0)
    elif isinstance(source, UntypedStorage):
        source = source.row().view(self.dtype)
    elif isinstance(source, TypedStorage):
        if source.dtype != self.dtype:
            from .storage import refuse
            refuse(self, source)
        source = source.row()
    if args:                                    # where it begins, sizes, strides: of the memory, wherever the tensor given begins in it
        first, size, *strides = args
        row = TypedStorage(source).row()
        source = row.as_strided(size, strides[0] if strides else row.new_empty(0).expand(size).stride() if 0 in size else _torch.empty(size, device='cpu').stride(), first)
    if source.dtype != self.dtype:
        raise RuntimeError('source.dtype() == self.dtype() INTERNAL ASSERT FAILED at "./torch/csrc/autograd/generated/python_variable_methods.cpp":16761, please report a bug to PyTorch.')
    if source.is_meta is not self.is_meta:
        raise RuntimeError('Attempted to set the storage of a tensor on device "%s" to a storage on different device "%s".  This is no longer allowed; the devices must match.'
                           % (self.device, source.device))
    _tensor.set_data(self, source.detach())
    return self


@_method
def resize_as_(self, the_template, memory_format=None):
    return self.resize_(the_template.shape, memory_format=memory_format)


@_method
def to_dense(self, dtype=None):
    return self if dtype is None else self.to(dtype=dtype)


def _torch_no_grad():
    from .autograd.grad_mode import no_grad
    return no_grad()


@_method
def to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
    from . import sparse
    only('to_sparse', dense_dim=(dense_dim, None))
    if layout in (None, sparse._layout):
        return sparse.to_sparse(self, sparse_dim)
    return sparse.compressed(self, layout, blocksize)


@_method
def to_sparse_csr(self, dense_dim=None):
    from . import sparse
    only('to_sparse_csr', dense_dim=(dense_dim, None))
    return sparse.compressed(self, sparse.sparse_csr)


@_method
def to_sparse_csc(self, dense_dim=None):
    from . import sparse
    only('to_sparse_csc', dense_dim=(dense_dim, None))
    return sparse.compressed(self, sparse.sparse_csc)


@_method
def to_sparse_bsr(self, blocksize, dense_dim=None):
    from . import sparse
    only('to_sparse_bsr', dense_dim=(dense_dim, None))
    return sparse.compressed(self, sparse.sparse_bsr, blocksize)


@_method
def to_sparse_bsc(self, blocksize, dense_dim=None):
    from . import sparse
    only('to_sparse_bsc', dense_dim=(dense_dim, None))
    return sparse.compressed(self, sparse.sparse_bsc, blocksize)


@_method
def to_sparse_coo(self):
    return self.to_sparse()


@_method
def dim_order(self, *, ambiguity_check=False):
    """The axes from that with the longest strides to that with the shortest."""
    if not isinstance(ambiguity_check, (bool, list)):
        raise TypeError('The ambiguity_check argument must be a bool or a list of memory formats.')
    strides, sizes = self.stride(), self.shape
    if ambiguity_check is True and (len(set(strides)) < len(strides) or 1 in sizes):
        raise RuntimeError('The tensor does not have unique dim order, or cannot map to exact one of the given memory formats.')
    for form in ambiguity_check or ():
        if self.is_contiguous(memory_format=form):
            order = tuple(range(self.dim()))
            return order if str(form) == 'torch.contiguous_format' else (0, *order[2:], 1)
    return tuple(sorted(range(self.dim()), key=lambda axis: -strides[axis]))


@_method
def coalesce(self):
    raise NotImplementedError("Could not run 'aten::is_coalesced' with arguments from the 'CPU' backend.")


@_method
def sparse_mask(self, mask):
    from . import sparse
    return sparse._made(mask._indices(), self[tuple(mask._indices())], self.shape, mask.is_coalesced())


@_method
def new_empty_strided(self, size, stride, **kwargs):
    return F.empty_strided(size, stride, dtype=kwargs.get('dtype') or self.dtype, device=kwargs.get('device') or self.device)


@_method
def storage_type(self):
    from . import storage
    return getattr(storage, self.storage().pickle_storage_type())


# ---- names of dimensions ----
@_method
def has_names(self):
    return _torch._names(self)


@_method
def rename(self, *names, **rename_map):
    from . import _named
    return _named.renamed(self, names, rename_map, False)


@_method
def rename_(self, *names, **rename_map):
    from . import _named
    return _named.renamed(self, names, rename_map, True)


@_method
def refine_names(self, *names):
    from . import _named
    return _named.refined(self, names)


@_method
def align_to(self, *names):
    from . import _named
    return _named.aligned(self, names)


@_method
def align_as(self, other):
    return self.align_to(*other.names)


def _names(self):
    return self.__dict__['_names'] if _torch._names(self) else (None,) * self.ndim


def _set_names(self, names):
    from . import _named
    _named.set_names(self, names)


def _new(make, name):
    def method(self, *size, dtype=None, device=None, requires_grad=False, **ignored):
        if not size:
            raise TypeError('%s() missing 1 required positional arguments: "size"' % name)
        return make(*size, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)
    return _judged(name, method)


Tensor.new_zeros, Tensor.new_ones, Tensor.new_empty, Tensor.new_full = (_new(f, 'new_' + f.__name__) for f in (_torch.zeros, _torch.ones, _torch.empty, _torch.full))


@_method
def new(self, *args, device=None):
    """What the constructor of this dtype would make here: of values, or of sizes."""
    from ._types import made_of, need_kind
    need_kind(self.device.type, device)
    return made_of(args, self.dtype, device or self.device, self.is_cuda)


@_method
def register_post_accumulate_grad_hook(self, hook):
    """hook(tensor) when a backward has added to a leaf's gradient: at its end here, in the order in which the gradients came."""
    if not self.requires_grad:
        raise RuntimeError('cannot register a hook on a tensor that doesn\'t require gradient')
    if self.grad_fn is not None:
        raise RuntimeError('post accumulate grad hooks cannot be registered on non-leaf tensors')
    leaf, waiting = weakref.ref(self), []

    def run():
        waiting.clear()
        if leaf() is not None:
            with _torch_no_grad():
                hook(leaf())

    def came(_):
        if not waiting:         # (a leaf that is used twice is told once)
            waiting.append(True)
            _tensor.after_backward(run)
    from torch.utils.hooks import TensorHandle
    return TensorHandle(self, _tensor.collect(self, came))


@_method
def register_hook(self, hook):
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    from torch.utils.hooks import TensorHandle
    return TensorHandle(self, _tensor.hook(self, hook))


@_method
def index_select_(self, dim, index):
    return self.copy_(_torch.index_select(self, dim, index))


def _looking(name):
    """The method that gives the tensor another look in place: t.<name>_."""
    look = getattr(Tensor, name)

    def method(self, *args, **kwargs):
        return _tensor.become(self, look(self, *args, **kwargs))
    return _judged(name + '_', method)


for _name in ('squeeze', 'unsqueeze', 'transpose', 'swapaxes', 'swapdims', 't', 'as_strided'):
    _looking(_name)


@_method
def resize_(self, *sizes, memory_format=None):
    """The first elements of its memory in another shape; where they are too few, zeros behind them."""
    if not sizes:
        raise TypeError('resize_() missing 1 required positional arguments: "size"')
    sizes = tuple(sizes[0]) if len(sizes) == 1 and hasattr(sizes[0], '__iter__') and not isinstance(sizes[0], Tensor) else tuple(int(n) if isinstance(n, Tensor) else n for n in sizes)
    for n in sizes:
        if isinstance(n, float):
            raise TypeError(_says("SIZE_TUPLE", 'resize_', _version('SYM_INTS'), 'float'))
    if self.requires_grad:
        raise RuntimeError('cannot resize variables that require grad')
    wanted = 1
    for n in sizes:
        wanted *= n
        if n < 0 or wanted >= 2 ** 63:
            raise RuntimeError('numel: integer multiplication overflow')
    if tuple(self.shape) == sizes and (memory_format is None or self.is_contiguous(memory_format=memory_format)):
        return self
    strides, step = [], 1
    for n in reversed(sizes):
        strides.insert(0, step)
        step *= max(n, 1)
    if memory_format is not None and memory_format._memory_format.startswith('channels_last'):
        strides = _torch.empty(sizes, memory_format=memory_format).stride()
    offset = self.storage_offset()
    there = self.storage().size()
    if offset + wanted <= there:
        return _tensor.become(self, self.as_strided(sizes, strides, offset))
    flat = self.as_strided((max(there - offset, 0),), (1,), offset)
    _tensor.set_data(self, _torch.cat([flat, flat.new_zeros(wanted - flat.numel())]).reshape(sizes))
    return self


@_method
def log_normal_(self, mean=1, std=2, *, generator=None):
    only('torch.Tensor.log_normal_', generator=(generator, None))
    if std <= 0:
        raise RuntimeError('log_normal_ expects std > 0.0, but found std=%g' % std)
    F.elementwise.cpu_lacks('log_normal_cpu', 'BIC', self)
    shape = F.making.lying(self).shape
    if self.is_cuda:
        return self.normal_(mean, std).exp_()
    made = F._shared.op('random_normal', F._shared.TORCH, (), shape=tuple(shape), dtype=F._shared.FLOAT64, a=float(mean), b=float(std), low=1)     # one at a time, however many
    return F._shared.named(F.making.given(self, made.exp_()), 'LogNormalBackward0')


def _uniform(like):
    """Numbers between 0 and 1 as PyTorch draws them for other distributions: in float64 on the CPU."""
    return _torch.rand_like(like, dtype=like.dtype if like.is_cuda and like.is_floating_point() else F._shared.FLOAT64)


@_method
def geometric_(self, p, *, generator=None):
    only('torch.Tensor.geometric_', generator=(generator, None))
    import math
    if not 0 < p < 1:
        raise RuntimeError('geometric_ expects p to be in (0, 1), but got p=%g' % p)
    F.elementwise.cpu_lacks('geometric_cpu', 'BC', self)
    return F._shared.named(self.copy_(_uniform(self).log_().div_(math.log(1 - p)).ceil_()), 'GeometricBackward0')


@_method
def cauchy_(self, median=0, sigma=1, *, generator=None):
    only('torch.Tensor.cauchy_', generator=(generator, None))
    import math
    F.elementwise.cpu_lacks('cauchy_cpu', 'BIC', self)
    return F._shared.named(self.copy_(_uniform(self).sub_(0.5).mul_(math.pi).tan_().mul_(sigma).add_(median)), 'CauchyBackward0')


@_method
def masked_scatter_(self, mask, source):
    return F._shared.named(self.copy_(F.masked_scatter(self, mask, source)), 'MaskedScatterBackward0')


@_method
def fill_diagonal_(self, fill_value, wrap=False):
    if not isinstance(fill_value, (int, float, Tensor)):
        raise TypeError("fill_diagonal_(): argument 'fill_value' (position 1) must be Number, not %s" % fill_value.__class__.__name__)
    if isinstance(fill_value, Tensor):
        if fill_value.ndim:
            raise RuntimeError('fill_diagonal_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).' % fill_value.ndim)
        fill_value = fill_value.item()
    if isinstance(fill_value, int) and not -2 ** 63 <= fill_value < 2 ** 63:
        raise RuntimeError('Overflow when unpacking long')
    if self.ndim < 2:
        raise RuntimeError('dimensions must larger than 1')
    if self.ndim > 2 and len(set(self.shape)) > 1:
        raise RuntimeError('all dimensions of input must be of equal length')
    rows = list(range(min(self.shape)))
    places = [rows] * self.ndim
    if wrap and self.ndim == 2 and self.shape[0] > self.shape[1] + 1:       # below the square the diagonal begins anew, a row left out
        at = range(0, self.numel(), self.shape[1] + 1)
        places = [[k // self.shape[1] for k in at], [k % self.shape[1] for k in at]]
    self[tuple(places)] = fill_value
    return self


@_method
def pin_memory(self, device=None):
    if self.is_cuda:
        from perch.explain import attach
        raise attach(RuntimeError("cannot pin '%s' only dense CPU tensors can be pinned" % self.type()), 'P0115', [self])
    if self.is_meta:
        raise RuntimeError("cannot pin 'MetaFloatType' only dense CPU tensors can be pinned")
    if _tensor.pinned(self):
        return self
    import torch
    if not torch.cuda.is_available():
        raise RuntimeError('Cannot access accelerator device when none is available.')
    made = self.detach().clone(memory_format=torch.contiguous_format)
    _tensor.pinned(made, True)
    return made


@_method
def is_pinned(self, device=None):
    """Is its memory locked, so that a GPU can copy it while the program goes on?"""
    return _tensor.pinned(self)


@_method
def share_memory_(self):
    """Its storage, with every view of it, moves into memory that workers and os.fork's children see and write too. A GPU's memory is left as it is."""
    import _workers
    if self.is_meta:
        raise RuntimeError('_share_fd_: only available on CPU')
    _workers.share(self)
    return self


@_method
def is_shared(self):
    import _workers
    return self.is_cuda or _workers.is_shared(self)


@_method
def record_stream(self, stream):
    """That another stream uses the tensor too. A device of perch has one queue, and memory is given back in its order: there is nothing to write down."""
    from .cuda.streams import Stream
    if not isinstance(stream, Stream):
        raise TypeError("record_stream(): argument 's' (position 1) must be Stream, not %s" % stream.__class__.__name__)
    if self.is_cpu:
        raise NotImplementedError("Could not run 'aten::record_stream' with arguments from the 'CPU' backend.")


@_method
def is_inference(self):
    return _tensor.is_inference(self)


@_method
def storage(self):
    return TypedStorage(self)


@_method
def _storage(self):
    return TypedStorage(self).untyped()


@_method
def untyped_storage(self):
    return TypedStorage(self).untyped()


@_method
def reinforce(self, reward):
    raise RuntimeError(_says("REINFORCE_REMOVED"))


@property
def grad_fn(self):
    name = _tensor.node_name(self)
    if name is None:
        return None
    from torch.autograd.graph import node
    return node(self, name)


Tensor.grad_fn = grad_fn
Tensor.name = property(lambda self: None)
Tensor.names = property(_names, _set_names)
Tensor.layout = property(lambda self: __import__('torch').strided)
Tensor.output_nr = property(lambda self: 0)
Tensor.is_xpu = Tensor.is_hpu = Tensor.is_vulkan = property(lambda self: False)


def _set_part(self, part, value):
    part.copy_(value) if isinstance(value, Tensor) else part.fill_(value)


Tensor.real = property(F.real, lambda self, value: _set_part(self, F.real(self), value))
Tensor.imag = property(F.imag, lambda self, value: _set_part(self, F.imag(self), value))


def _hermitian(self):
    if self.ndim not in (0, 2):
        raise RuntimeError('tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.%s' % (self.ndim, ' For batches of matrices, consider using tensor.mH' if self.ndim > 2 else ''))
    return F.conj(self.T)


Tensor.H = property(_hermitian)
Tensor.cfloat = lambda self, memory_format=None: self.to(_tensor.dtype_by_number(1, 10), memory_format=memory_format)
Tensor.cdouble = lambda self, memory_format=None: self.to(_tensor.dtype_by_number(1, 11), memory_format=memory_format)
Tensor.mH = property(lambda self: F.adjoint(self, 'mH'))
Tensor.is_conj = Tensor.is_neg = lambda self: False
Tensor.__complex__ = lambda self: __import__('builtins').complex(self.item())


def _base(self):
    return self.detach() if _tensor.is_view(self) else None


Tensor._base = property(_base)


# ---- Python's own protocols ----
def _copy_of_wrapper(t):
    with _torch_no_grad():
        return t.clone()


@_method
def __deepcopy__(self, memo):
    from . import _ops
    if id(self) in memo:
        return memo[id(self)]
    if not self.is_leaf:
        raise RuntimeError(_says("DEEPCOPY"))
    made = _copy_of_wrapper(self) if self.__class__ is not Tensor and _ops.answers(self.__class__) else self.detach().clone()
    if _torch._answering(self):
        empty = self.new_empty([])
        if empty.__class__ is not self.__class__:
            raise RuntimeError(_says("DEEPCOPY_OF_SUBCLASS"))
        made = made.as_subclass(self.__class__)
    if self.requires_grad:
        made.requires_grad_()
    if self.grad is not None:
        made.grad = self.grad.__deepcopy__(memo)
    memo[id(self)] = made
    if self.__dict__:
        import copy
        made.__dict__.update(copy.deepcopy(self.__dict__, memo))
    return made


@_method
def __reduce_ex__(self, protocol):
    import sys
    from . import _utils
    reduction = sys.modules.get('multiprocessing.reduction')
    if reduction is not None and sys._getframe(1).f_globals is reduction.__dict__:  # on its way to another process
        from .multiprocessing import reductions
        return reductions.reduce_tensor(self)
    plain = self.detach()
    if _torch._answering(self):
        return _utils._rebuild_from_type_v2, _of_type(self, *_facts(_tensor.subclass(Tensor, plain), self.requires_grad))
    return _facts(plain, self.requires_grad)


def _of_type(self, function, args):
    """The same of a subclass: with its attributes."""
    return function, self.__class__, args, dict(self.__dict__)


def _facts(plain, requires_grad):
    """How a tensor is made again: a function and what it is given."""
    from . import _utils
    if plain.is_meta:
        return _utils._rebuild_meta_tensor_no_storage, (plain.dtype, tuple(plain.shape), plain.stride(), requires_grad)
    facts = _tensor.bytes(plain), tuple(plain.shape), str(plain.dtype).rsplit('.', 1)[1], str(plain.device), requires_grad
    return _utils._rebuild_tensor, facts if plain.is_contiguous() else (*facts, _torch.empty_like(plain).stride())


@_method
def __array__(self, dtype=None):
    made = self.numpy()
    return made if dtype is None else made.astype(dtype, copy=False)


@_method
def __reversed__(self):
    return self if self.ndim == 0 else self.flip(0)


@_method
def __format__(self, spec):
    if self.ndim == 0 and not self.is_meta and self.__class__ is Tensor:
        return format(self.item(), spec)
    return object.__format__(self, spec)


@_method
def __dlpack__(self, stream=None):
    """Its memory in a capsule; a stream needs no waiting for: a device of perch does its work in order."""
    from .utils.dlpack import dlpack_of
    return dlpack_of(self)


@_method
def __dlpack_device__(self):
    from .utils.dlpack import device_of
    return device_of(self)


@_method
def __dir__(self):
    return sorted(set(object.__dir__(self)))


@_method
def __rdiv__(self, other):
    return self.reciprocal() * other


@_method
def _is_view(self):
    return _tensor.is_view(self)


@_method
def __rmatmul__(self, other):
    return _torch.matmul(other, self)


Tensor.__array_priority__ = 1000


@_method
def __array_wrap__(self, array):
    made = _torch.as_tensor(array)
    return made.byte() if made.dtype is _tensor.dtype_by_number(1, 0) else made
