"""Optimizer: groups of parameters with their settings, and the state that each parameter has."""
import functools
from collections import OrderedDict, defaultdict
from copy import deepcopy
from itertools import chain
from weakref import WeakSet, ref

import _tensor
import torch
from _torch import _says, _two
from torch import _ops
from torch.nn.parameter import zero_grads
from torch.utils.hooks import RemovableHandle


def number(state, in_dry_run=1.0):
    """A number of an optimizer's state that says how large its step is: a dry run, which knows no values, goes on with any."""
    return in_dry_run if _tensor.is_dry() else state.item()


def first_step():
    """How many steps were taken, as the state of an optimizer has it that counted in an int before PyTorch 2."""
    return torch.tensor(0.0) if _two('OPTIMIZER_SETTINGS') else 0


def decayed(group, param, grad):
    """The gradient with the weight decay in it, which goes to the parameter by itself where it is decoupled."""
    if group.get('decoupled_weight_decay'):
        param.mul_(1 - group['lr'] * group['weight_decay'])
        return grad
    return grad.add(param, alpha=group['weight_decay'])


made = WeakSet()        # all optimizers that live: who moves a parameter asks what state they have of it


class _RequiredParameter:
    """A setting without a default."""

    def __repr__(self):
        return '<required parameter>'


required = _RequiredParameter()


def _refused_group(group):
    return TypeError(_says("PARAM_GROUP", type(group))) if _two('OPTIMIZER_SETTINGS') else AssertionError(_says("PARAM_GROUP"))


def _check_settings(settings):
    """What cannot be asked for at once (PyTorch 2)."""
    if not _two('OPTIMIZER_SETTINGS'):
        return
    if settings.get('fused'):
        if settings.get('differentiable'):
            raise RuntimeError('`fused` does not support `differentiable`')
        if settings.get('foreach'):
            raise RuntimeError('`fused` and `foreach` cannot be `True` together.')
    if isinstance(settings.get('lr'), torch.Tensor) and settings['lr'].numel() != 1:
        raise ValueError('Tensor lr must be 1-element')
    betas = settings.get('betas')
    if betas and len({isinstance(beta, torch.Tensor) for beta in betas}) > 1:
        raise ValueError('betas must be either both floats or both Tensors')


_of_all = OrderedDict(), OrderedDict()         # hooks of every optimizer's steps, before and behind


def _of_every(which, hook):
    handle = RemovableHandle(_of_all[which])
    _of_all[which][handle.id] = hook
    for optimizer in made:
        optimizer._need_hooks()
    return handle


def register_optimizer_step_pre_hook(hook):
    """hook(optimizer, args, kwargs) before each step of every optimizer."""
    return _of_every(0, hook)


def register_optimizer_step_post_hook(hook):
    return _of_every(1, hook)


def _step_with_hooks(optimizer, step, *args, **kwargs):
    before, after = optimizer._step_hooks
    args = optimizer, *args             # hooks see the optimizer among them
    for hook in [*_of_all[0].values(), *before.values()]:
        changed = hook(optimizer, args, kwargs)
        if changed is not None:
            if not isinstance(changed, tuple) or len(changed) != 2:
                raise RuntimeError(f'{step} must return None or a tuple of (new_args, new_kwargs), but got {changed}.')
            args, kwargs = changed
    loss = step(*args[1:], **kwargs)
    for hook in [*after.values(), *_of_all[1].values()]:
        hook(optimizer, args, kwargs)
    return loss


def count_steps(optimizer):
    """From now on the optimizer counts its steps: a scheduler that is stepped before it says so."""
    given = optimizer.step
    if hasattr(given, '_with_counter'):
        return
    held = ref(optimizer)           # (weakly: an optimizer that nobody holds goes at once)
    step = given.__func__ if hasattr(given, '__func__') else lambda _, *args, **kwargs: given(*args, **kwargs)

    @functools.wraps(step)
    def stepped(*args, **kwargs):
        optimizer = held()
        optimizer._step_count += 1
        return step(optimizer, *args, **kwargs)
    stepped._with_counter = True
    optimizer.step = stepped


def _seen(group):
    """Do a program's modes or classes see operators (torch._dispatch)? Then each is one."""
    if _ops.seen is None:
        return False
    from torch import _dispatch
    return bool(_dispatch.modes) or any(_ops.answers(type(p)) or _ops.answers(type(p.grad)) for p in group['params'])


def _named(optimizer, what, function, argument):
    """What modes see of a step begins and ends with its name."""
    from torch._dispatch.ranges import named
    with named('Optimizer.%s#%s.%s' % (what, type(optimizer).__name__, what)):
        return function(argument)


class Optimizer:
    """The base: a subclass gives its defaults and updates the parameters of one group in _update(group, params, grads)."""

    def __init__(self, params, defaults):
        self.defaults = defaults = self._settings(defaults)
        if isinstance(params, torch.Tensor):
            raise TypeError('params argument given to the optimizer should be an iterable of Tensors or dicts, but got ' + torch.typename(params))
        self.state = defaultdict(dict)
        self.param_groups = []
        made.add(self)
        groups = list(params)
        if not groups:
            raise ValueError('optimizer got an empty parameter list')
        _check_settings(defaults)
        if not isinstance(groups[0], dict):
            groups = [{'params': groups}]
        for group in groups:
            self.add_param_group(group)
        if any(_of_all):
            self._need_hooks()

    _newer = {}              # settings that PyTorch 2 has besides, in its order; a value that is no default is one in 1.13 too

    def _settings(self, defaults):
        """An optimizer's settings as the version that is spoken has them."""
        if _two('OPTIMIZER_SETTINGS'):
            return {name: defaults.get(name, value) for name, value in {**defaults, **self._newer}.items()}
        return {name: value for name, value in defaults.items() if name not in self._newer or value != self._newer[name]}

    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise _refused_group(param_group)
        params = param_group['params']
        if isinstance(params, torch.Tensor):
            param_group['params'] = [params]
        elif isinstance(params, set):
            raise TypeError('optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will change between runs. '
                            'Please use a list instead.')
        else:
            param_group['params'] = list(params)
        if _two('OPTIMIZER_SETTINGS'):
            param_group = self._named(param_group)
        params = param_group['params']
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError('optimizer can only optimize Tensors, but one of the params is ' + torch.typename(param))
            if not (param.is_leaf or self.defaults.get('differentiable', None)):
                from perch.explain import attach
                raise attach(ValueError("can't optimize a non-leaf Tensor"), 'P0116', [param])
            _tensor.mark_optimized(param)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError("parameter group didn't specify a value of required optimization parameter " + name)
            param_group.setdefault(name, default)
        if len({id(p) for p in params}) != len(params):
            import warnings
            warnings.warn('optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; '
                          'see github.com/pytorch/pytorch/issues/40967 for more information', stacklevel=3)
        seen = {id(p) for group in self.param_groups for p in group['params']}
        if any(id(p) in seen for p in params):
            raise ValueError('some parameters appear in more than one parameter group')
        self.param_groups.append(param_group)

    def _named(self, group):
        """The group with its parameters and their names apart, where they were given in pairs (PyTorch 2)."""
        pairs = [isinstance(param, tuple) for param in group['params']]
        if any(pairs):
            if not all(pairs):
                raise ValueError('all optimizer params should be with/without names. Some param names are missing')
            names, params = [name for name, _ in group['params']], [param for _, param in group['params']]
            group = {'params': params, 'param_names': names, **{name: value for name, value in group.items() if name != 'params'}}
        if self.param_groups and any(pairs) != ('param_names' in self.param_groups[0]):
            raise ValueError('all optimizer param groups should be with/without names. cannot add param group %s names to the optimizer' % ('with' if any(pairs) else 'without'))
        return group

    def step(self, closure=None):
        if _ops.seen is not None:
            return _named(self, 'step', self._step, closure)
        return self._step(closure)

    def _step(self, closure):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                if isinstance(group.get('lr'), torch.Tensor):
                    group = {**group, 'lr': number(group['lr'])}
                seen = _seen(group)
                if self._at_once is not None and not seen and self._at_once(group):
                    continue
                for param in group['params'] if seen else ():       # PyTorch makes the states of all of them first
                    if param.grad is not None and not param.grad.is_sparse and not param.is_complex():
                        self._begin(group, param, self.state[param])
                for param in group['params']:
                    grad = param.grad
                    if grad is not None:
                        if grad.is_sparse and not self._takes_sparse:
                            raise RuntimeError('%s does not support sparse gradients%s' % (type(self).__name__, ', please consider SparseAdam instead' if type(self).__name__ == 'Adam' else ''))
                        state = self.state[param]
                        if param.is_complex() and not self._takes_complex:      # a step is its parts'
                            param, grad = torch.view_as_real(param), torch.view_as_real(grad)
                        self._update(group, param, -grad if group.get('maximize') else grad, state)
        return loss

    def _plain_states(self):
        """The states that hold anything: PyTorch 2 tells of no others."""
        return {key: value for key, value in self.state.items() if value != {}} if _two('OPTIMIZER_SETTINGS') else self.state

    _takes_complex = _takes_sparse = False

    _at_once = None         # an optimizer that has it: _at_once(group) takes the steps of all parameters of a group as one call, and says whether it could

    def _those_with(self, group, *names):
        """What a step at once takes: parameters with gradients, these, and the named states of each; None: some have no such state yet."""
        params = [p for p in group['params'] if p.grad is not None]
        state = self.state
        for p in params:
            if p not in state:
                return None
        states = [[state[p].get(name) for p in params] for name in names]
        return None if any(each is None for one in states for each in one) else (params, [p.grad for p in params], *states)

    def _begin(self, group, param, state):
        """Makes a parameter's state, where it has none and its numbers need no gradient."""

    def _update(self, group, param, grad, state):
        raise NotImplementedError

    def _need_hooks(self):
        if '_step_hooks' not in self.__dict__:
            self._step_hooks = OrderedDict(), OrderedDict()
            self.step = functools.partial(_step_with_hooks, self, self.step)

    def _hooked(self, which, hook):
        self._need_hooks()
        handle = RemovableHandle(self._step_hooks[which])
        self._step_hooks[which][handle.id] = hook
        return handle

    def register_step_pre_hook(self, hook):
        """hook(optimizer, args, kwargs) before each step; what it gives is the step called with."""
        return self._hooked(0, hook)

    def register_step_post_hook(self, hook):
        return self._hooked(1, hook)

    def _of_state(self, kind, hook, prepend):
        hooks = self.__dict__.setdefault('_state_hooks', {}).setdefault(kind, OrderedDict())
        handle = RemovableHandle(hooks)
        hooks[handle.id] = hook
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        return handle

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """hook(optimizer) before state_dict."""
        return self._of_state('state', hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """hook(optimizer, state_dict) behind it: what it gives is given instead."""
        return self._of_state('stated', hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """hook(optimizer, state_dict) before load_state_dict: what it gives is loaded instead."""
        return self._of_state('load', hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """hook(optimizer) behind it."""
        return self._of_state('loaded', hook, prepend)

    def _tell(self, kind, *state):
        """The hooks of a kind; the state as they leave it."""
        for hook in list(self.__dict__.get('_state_hooks', {}).get(kind, {}).values()):
            changed = hook(self, *state)
            if state and changed is not None:
                state = (changed,)
        return state[0] if state else None

    def zero_grad(self, set_to_none=_two('GRADS_TO_NONE')):
        if _ops.seen is not None:
            return _named(self, 'zero_grad', self._zero_seen, set_to_none)
        for group in self.param_groups:
            zero_grads(group['params'], set_to_none)

    def _zero_seen(self, set_to_none):
        """One by one, as PyTorch does it: operators are seen."""
        for group in self.param_groups:
            if set_to_none or not _seen(group):
                zero_grads(group['params'], set_to_none)
                continue
            for param in group['params']:
                if param.grad is not None:
                    if param.grad.grad_fn is not None:
                        param.grad.detach_()
                    param.grad.requires_grad_(False).zero_()

    def state_dict(self):
        self._tell('state')
        numbers = {}
        groups = []
        for group in self.param_groups:
            packed = {name: value for name, value in group.items() if name != 'params'}
            for param in group['params']:
                numbers.setdefault(id(param), len(numbers))
            packed['params'] = [numbers[id(param)] for param in group['params']]
            groups.append(packed)
        state = {numbers[id(key)] if isinstance(key, torch.Tensor) else key: value for key, value in self._plain_states().items()}
        return self._tell('stated', {'state': state, 'param_groups': groups})

    def load_state_dict(self, state_dict):
        saved = deepcopy(self._tell('load', state_dict))
        mine, given = self.param_groups, saved['param_groups']
        if len(mine) != len(given):
            raise ValueError('loaded state dict has a different number of parameter groups')
        if any(len(a['params']) != len(b['params']) for a, b in zip(mine, given)):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        params = dict(zip(chain.from_iterable(g['params'] for g in given), chain.from_iterable(g['params'] for g in mine)))

        def fit(param, value, key=None):
            if isinstance(value, torch.Tensor):
                if key != 'step':
                    value = value.to(device=param.device, dtype=param.dtype) if param.is_floating_point() else value.to(param.device)
                return value
            if isinstance(value, dict):
                return {k: fit(param, v, k) for k, v in value.items()}
            return value
        state = defaultdict(dict)
        for key, value in saved['state'].items():
            if key in params:
                state[params[key]] = fit(params[key], value)
            else:
                state[key] = value
        for group, old in zip(given, mine):
            group['params'] = old['params']
        self.state = state
        self.param_groups = given
        self._tell('loaded')

    def __getstate__(self):
        return {'defaults': self.defaults, 'state': self.state, 'param_groups': self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)

    def __repr__(self):
        groups = [[f'Parameter Group {i}', *(f'    {key}: {group[key]}' for key in sorted(group.keys() - {'params'})), ''] for i, group in enumerate(self.param_groups)]
        return type(self).__name__ + ' (' + ''.join('\n' + '\n'.join(lines) for lines in groups) + ')'
