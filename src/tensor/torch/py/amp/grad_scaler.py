"""GradScaler: losses are multiplied by a large number before backward, gradients divided by it before the step; a step whose gradients overflowed is left out, and
the number made smaller."""
import warnings
from enum import Enum

import _tensor
import torch


class OptState(Enum):
    """What the scaler has done for an optimizer since the last update()."""
    READY = 0
    UNSCALED = 1
    STEPPED = 2


class _Seen:
    """An optimizer's part in this iteration."""

    def __init__(self):
        self.stage = OptState.READY
        self.found = {}         # device -> a tensor, 1 where a gradient there is no number


class GradScaler:
    """PyTorch 2's, for the kind of device that is named; torch.cuda.amp's is a GPU's."""

    def __init__(self, device='cuda', init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        self._device = device
        if enabled and device == 'cuda' and not torch.cuda.is_available():
            warnings.warn('torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.', stacklevel=2)
            enabled = False
        self._enabled = enabled
        if not enabled:
            return
        assert growth_factor > 1.0, 'The growth factor must be > 1.0.'
        assert backoff_factor < 1.0, 'The backoff factor must be < 1.0.'
        self._init_scale = init_scale
        self._scale = None              # made on the device of the first loss
        self._growth_factor, self._backoff_factor, self._growth_interval = growth_factor, backoff_factor, growth_interval
        self._init_growth_tracker = self._growth_tracker = 0
        self._seen = {}

    def _need(self, what):
        assert self._scale is not None, ('Attempted %s but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) earlier in the '
                                         'iteration.' % what)

    def _of(self, optimizer):
        return self._seen.setdefault(id(optimizer), _Seen())

    def scale(self, outputs):
        """outputs times the scale: a tensor, or several in lists and tuples."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, _tensor.Tensor):
            assert outputs.is_cuda or self._device != 'cuda'
            if self._scale is None:
                self._scale = torch.full((1,), self._init_scale, dtype=torch.float32, device=outputs.device)
            return outputs * self._scale.to(outputs.device)[0]
        if isinstance(outputs, (list, tuple)) or hasattr(outputs, '__iter__'):
            scaled = map(self.scale, outputs)
            return type(outputs)(scaled) if isinstance(outputs, (list, tuple)) else scaled
        raise ValueError('outputs must be a Tensor or an iterable of Tensors')

    def _divide(self, optimizer, allow_half):
        """Gradients divided by the scale in place; for each device whether one of them is infinite or NaN."""
        found = {}
        with torch.no_grad():
            for group in optimizer.param_groups:
                for p in group['params']:
                    g = p.grad
                    if g is None:
                        continue
                    if not allow_half and g.dtype is torch.float16:
                        raise ValueError('Attempting to unscale FP16 gradients.')
                    here = self._scale.to(g.device)[0]
                    wrong = (~torch.isfinite(g)).any().float()
                    found[g.device] = wrong if g.device not in found else torch.maximum(found[g.device], wrong)
                    g.mul_(here.double().reciprocal().float())
        return found

    def unscale_(self, optimizer):
        """Divides the optimizer's gradients by the scale, so that they can be looked at or clipped before step()."""
        if not self._enabled:
            return
        self._need('unscale_')
        seen = self._of(optimizer)
        if seen.stage is OptState.UNSCALED:
            raise RuntimeError('unscale_() has already been called on this optimizer since the last update().')
        if seen.stage is OptState.STEPPED:
            raise RuntimeError('unscale_() is being called after step().')
        seen.found = self._divide(optimizer, False)
        seen.stage = OptState.UNSCALED

    def step(self, optimizer, *args, **kwargs):
        """optimizer.step(), unless a gradient is infinite or NaN."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if 'closure' in kwargs:
            raise RuntimeError('Closure use is not currently supported if GradScaler is enabled.')
        self._need('step')
        seen = self._of(optimizer)
        if seen.stage is OptState.STEPPED:
            raise RuntimeError('step() has already been called since the last update().')
        if seen.stage is OptState.READY:
            self.unscale_(optimizer)
        assert seen.found, 'No inf checks were recorded for this optimizer.'
        seen.stage = OptState.STEPPED
        if not sum(v.item() for v in seen.found.values()):
            return optimizer.step(*args, **kwargs)
        return None

    def update(self, new_scale=None):
        """After all steps of an iteration: the scale grows after growth_interval steps without overflow, and shrinks after one with it."""
        if not self._enabled:
            return
        self._need('update')
        if new_scale is not None:
            if isinstance(new_scale, _tensor.Tensor):
                reason = 'new_scale should be a float or a 1-element torch.cuda.FloatTensor with requires_grad=False.'
                assert (new_scale.is_cuda or self._device != 'cuda') and new_scale.dtype is torch.float32, reason
                assert new_scale.numel() == 1, reason
                assert new_scale.requires_grad is False, reason
                self._scale.copy_(new_scale)
            else:
                self._scale.fill_(new_scale)
        else:
            found = [v for seen in self._seen.values() for v in seen.found.values()]
            assert found, 'No inf checks were recorded prior to update.'
            if any(v.item() for v in found):
                self._scale.mul_(self._backoff_factor)
                self._growth_tracker = 0
            else:
                self._growth_tracker += 1
                if self._growth_tracker == self._growth_interval:
                    self._scale.mul_(self._growth_factor)
                    self._growth_tracker = 0
        self._seen = {}

    def get_scale(self):
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def get_growth_factor(self):
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        self._growth_interval = new_interval

    def _get_growth_tracker(self):
        return self._growth_tracker if self._enabled else 0

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        if not self._enabled:
            return {}
        return {'scale': self.get_scale(), 'growth_factor': self._growth_factor, 'backoff_factor': self._backoff_factor, 'growth_interval': self._growth_interval,
                '_growth_tracker': self._growth_tracker}

    def load_state_dict(self, state_dict):
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError('The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler.')
        self._init_scale = state_dict['scale']
        if self._scale is not None:
            self._scale.fill_(state_dict['scale'])
        self._growth_factor, self._backoff_factor = state_dict['growth_factor'], state_dict['backoff_factor']
        self._growth_interval, self._growth_tracker = state_dict['growth_interval'], state_dict['_growth_tracker']

    def __getstate__(self):
        state = self.__dict__.copy()
        if self._enabled:
            assert not self._seen, 'A GradScaler instance may only be pickled at the beginning of an iteration, or at the end after scaler.update().'
            state['_init_scale'] = self.get_scale()
            state['_scale'] = None
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)
