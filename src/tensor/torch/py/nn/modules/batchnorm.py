"""Batch normalization, with the running statistics that evaluation uses."""
from _torch import _says, _two
import torch
from torch.nn import functional as F
from torch.nn.parameter import UninitializedBuffer, UninitializedParameter
from ._scales import make_scale, reset_scale, shift_said
from .lazy import LazyModuleMixin
from .module import Module

__all__ = ['BatchNorm1d', 'BatchNorm2d', 'BatchNorm3d', 'SyncBatchNorm', 'LazyBatchNorm1d', 'LazyBatchNorm2d', 'LazyBatchNorm3d']


class _NormBase(Module):
    """Scale and shift (parameters), mean and variance so far (buffers)."""

    _version = 2
    _input_dims = ()

    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        make_scale(self, num_features, affine, bias, device, dtype)
        if track_running_stats:
            self.register_buffer('running_mean', torch.zeros(num_features, device=device, dtype=dtype))
            self.register_buffer('running_var', torch.ones(num_features, device=device, dtype=dtype))
            self.register_buffer('num_batches_tracked', torch.tensor(0, dtype=torch.long, device=device))
        else:
            self.register_buffer('running_mean', None)
            self.register_buffer('running_var', None)
            self.register_buffer('num_batches_tracked', None)
        self.reset_parameters()

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        reset_scale(self)

    def _check_input_dim(self, input):
        if input.dim() not in self._input_dims:
            raise ValueError('expected %s input (got %dD input)' % (' or '.join('%dD' % d for d in self._input_dims), input.dim()))

    def extra_repr(self):
        return '%s, eps=%s, momentum=%s, affine=%s%s, track_running_stats=%s' % (self.num_features, self.eps, self.momentum, self.affine, shift_said(self),
                                                                                self.track_running_stats)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        key = prefix + 'num_batches_tracked'
        if (local_metadata.get('version') or 1) < 2 and self.track_running_stats and key not in state_dict:
            state_dict[key] = torch.tensor(0, dtype=torch.long)     # checkpoints from before the count
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)


class _BatchNorm(_NormBase):
    def _count(self):
        """One batch more; how much of the running statistics it is."""
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        return factor

    def forward(self, input):
        self._check_input_dim(input)
        factor = self._count()
        by_batch = self.training or (self.running_mean is None and self.running_var is None)
        keep = not self.training or self.track_running_stats
        return F.batch_norm(input, self.running_mean if keep else None, self.running_var if keep else None, self.weight, self.bias,
                            by_batch, factor, self.eps)


class BatchNorm1d(_BatchNorm):
    """Over the batch (and the length) of (N, C) or (N, C, L)."""
    _input_dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Over the batch and both axes of (N, C, H, W)."""
    _input_dims = (4,)


class BatchNorm3d(_BatchNorm):
    """Over the batch and the three axes of (N, C, D, H, W)."""
    _input_dims = (5,)


class SyncBatchNorm(_BatchNorm):
    """Batch normalization over the parts of a batch that the processes of a group have (_synced.py); in one process: over its batch."""

    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, process_group=None, device=None, dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(_says("NORM_2D", input.dim()))
        if input.shape[1] == 0:
            raise ValueError('SyncBatchNorm number of input channels should be non-zero')

    def _is_apart(self, input):
        """Has the batch other parts, in other processes?"""
        from torch import distributed as dist
        if not self.training or _two('SYNC_NORM_ANYWHERE') and not dist.is_initialized() or dist.get_world_size(self.process_group) < 2:
            return False
        if not input.is_cuda:
            raise ValueError('SyncBatchNorm expected input tensor to be on GPU or XPU or privateuseone')
        return True

    def forward(self, input):
        if not input.is_cuda and not _two('SYNC_NORM_ANYWHERE'):
            raise ValueError('SyncBatchNorm expected input tensor to be on GPU')
        self._check_input_dim(input)
        if not self._is_apart(input):
            return super().forward(input)
        from ._synced import Normalized, statistics
        factor = self._count()
        with torch.no_grad():
            mean, variance, total = statistics(input, self.process_group)
            if self.track_running_stats and self.running_mean is not None:
                self.running_mean.lerp_(mean.to(self.running_mean.dtype), factor)
                self.running_var.lerp_((variance * (total / (total - 1))).to(self.running_var.dtype), factor)
        return Normalized.apply(input, self.weight, self.bias, mean, variance, total, self.eps, self.process_group)

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """The module with such layers in the place of its BatchNorm ones, whose parameters and buffers they take."""
        made = module
        if isinstance(module, _BatchNorm):
            made = cls(module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats, process_group)
            if module.affine:
                made.weight, made.bias = module.weight, module.bias
            made.running_mean, made.running_var, made.num_batches_tracked = module.running_mean, module.running_var, module.num_batches_tracked
            if _two('SYNC_NORM_ANYWHERE'):
                made.training = module.training
            if hasattr(module, 'qconfig'):
                made.qconfig = module.qconfig
        for name, child in module.named_children():
            made.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return made


class _LazyNorm(LazyModuleMixin):
    """num_features from the first input's axis of channels."""

    def __init__(self, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True):
        super().__init__(0, eps, momentum, False, False)
        self.affine = affine
        self.track_running_stats = track_running_stats
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            if bias:
                self.bias = UninitializedParameter(device=device, dtype=dtype)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked = torch.tensor(0, dtype=torch.long)

    def reset_parameters(self):
        if not self.has_uninitialized_params() and self.num_features != 0:
            super(LazyModuleMixin, self).reset_parameters()

    def initialize_parameters(self, input):
        self.num_features = input.shape[1]
        self._make(**dict.fromkeys(('weight', 'bias', 'running_mean', 'running_var'), (self.num_features,)))


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNorm, BatchNorm3d):
    cls_to_become = BatchNorm3d
