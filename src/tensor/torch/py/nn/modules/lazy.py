"""Lazy modules: what they do not know yet they learn from their first input, and then they become the plain module."""
import warnings

import torch
from _torch import _two
from torch.nn.parameter import is_lazy

__all__ = ['LazyModuleMixin']


class LazyModuleMixin:
    """A module whose parameters are made at its first forward pass; initialize_parameters(*input) makes them."""

    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if not _two('LAZY_QUIET'):
            warnings.warn('Lazy modules are a new feature under heavy development so changes to the API or functionality can happen at any moment.')

    def initialize_parameters(self, *args, **kwargs):
        raise NotImplementedError('initialize_parameters is not implemented for ' + type(self).__name__)

    def _make(self, **shapes):
        """Parameters and buffers get their shapes, as far as they wait for one, and their first numbers."""
        with torch.no_grad():
            for name, shape in shapes.items():
                if is_lazy(getattr(self, name)):
                    getattr(self, name).materialize(shape)
            self.reset_parameters()

    def has_uninitialized_params(self):
        return any(is_lazy(p) for p in [*self._parameters.values(), *self._buffers.values()])

    def __call__(self, *input, **kwargs):
        if self.has_uninitialized_params():
            self.initialize_parameters(*input, **kwargs)
            if self.has_uninitialized_params():
                raise RuntimeError('module %s has not been fully initialized' % self._get_name())
        plain = self.cls_to_become
        if plain is None:
            return super().__call__(*input, **kwargs)
        self.__class__ = plain
        return self(*input, **kwargs)

    def _replicate_for_data_parallel(self):
        if self.has_uninitialized_params():
            raise RuntimeError("Modules with uninitialized parameters can't be used with `DataParallel`. Run a dummy forward pass to correctly initialize the modules")
        return super()._replicate_for_data_parallel()

    def reset_parameters(self):
        if not self.has_uninitialized_params():
            super().reset_parameters()
