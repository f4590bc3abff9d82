"""Module, what every network is made of: it lists its parameters, buffers and submodules, moves them, saves them and calls forward."""
import functools
import itertools
import weakref
from collections import OrderedDict, namedtuple

import torch
import _tensor
from _torch import _says, _two
from torch.nn.parameter import Buffer, Parameter, zero_grads
from torch.utils.hooks import RemovableHandle

Tensor = _tensor.Tensor
_object_set = object.__setattr__

__all__ = ['register_module_forward_pre_hook', 'register_module_forward_hook', 'register_module_backward_hook', 'register_module_full_backward_hook', 'Module']

_TABLES = ('_parameters', '_modules', '_buffers')
_dict = dict if _two('PLAIN_DICTS') else OrderedDict           # of parameters, buffers and modules
_global_forward_pre_hooks = OrderedDict()
_global_forward_hooks = OrderedDict()
_global_backward_hooks = OrderedDict()
_global_is_full_backward_hook = None


class _IncompatibleKeys(namedtuple('IncompatibleKeys', ['missing_keys', 'unexpected_keys'])):
    """What load_state_dict answers."""

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return '<All keys matched successfully>'
        return super().__repr__()

    __str__ = __repr__


def _addindent(text, spaces):
    lines = text.split('\n')
    if len(lines) == 1:
        return text
    pad = ' ' * spaces
    return lines[0] + '\n' + '\n'.join([pad + line for line in lines[1:]])


def register_module_forward_pre_hook(hook):
    handle = RemovableHandle(_global_forward_pre_hooks)
    _global_forward_pre_hooks[handle.id] = hook
    return handle


def register_module_forward_hook(hook):
    handle = RemovableHandle(_global_forward_hooks)
    _global_forward_hooks[handle.id] = hook
    return handle


def _register_global_backward(hook, full):
    global _global_is_full_backward_hook
    if _global_is_full_backward_hook is (not full):
        raise RuntimeError('Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use only one of them.')
    _global_is_full_backward_hook = full
    handle = RemovableHandle(_global_backward_hooks)
    _global_backward_hooks[handle.id] = hook
    return handle


def register_module_backward_hook(hook):
    return _register_global_backward(hook, False)


def register_module_full_backward_hook(hook):
    """hook(module, grad_input, grad_output) for every module that runs."""
    return _register_global_backward(hook, True)


def _check_name(module, what, name, text, taken):
    """The rules for names of buffers, parameters and modules."""
    if not isinstance(name, str):
        raise TypeError('%s name should be a string. Got %s' % (what, torch.typename(name)))
    if '.' in name:
        raise KeyError(text)
    if name == '':
        raise KeyError('%s name can\'t be empty string ""' % what)
    if hasattr(module, name) and name not in taken:
        raise KeyError("attribute '%s' already exists" % name)


def options_of(module, *names):
    """A module's attributes as the arguments of the same names, for the function that does its work."""
    return {name: getattr(module, name) for name in names}


class _Misfit(str):
    """A line of load_state_dict's error, with the two tensors that it is about."""

    def __new__(cls, text, given, mine):
        made = super().__new__(cls, text)
        made.given, made.mine = given, mine
        return made


def _add_hook(hooks, hook, prepend=False):
    """Into a table of hooks, at its end or before all others; the handle that takes it out."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def _never_called(name):
    return RuntimeError('Reached a code path in Module.%s() that should never be called. Please file an issue at '
                        'https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml to report this bug.' % name)


def _init_of(module):
    return type(module).__name__ if _two('PLAIN_DICTS') else 'Module'


class Module:
    """The base of all networks and layers. A subclass makes its parts in __init__ (after super().__init__()) and computes in forward."""

    dump_patches = False
    _version = 1
    training = True
    call_super_init = False         # True: classes behind Module among a network's bases are initialized too, with the arguments

    def __init__(self, *args, **kwargs):
        if not self.call_super_init and kwargs:
            raise TypeError("%s.__init__() got an unexpected keyword argument '%s'" % (_init_of(self), next(iter(kwargs))))
        if not self.call_super_init and args:
            raise TypeError('%s.__init__() takes 1 positional argument but %d were given' % (_init_of(self), len(args) + 1))
        put = functools.partial(_object_set, self)
        put('training', True)
        put('_parameters', _dict())
        put('_buffers', _dict())
        put('_non_persistent_buffers_set', set())
        put('_backward_hooks', OrderedDict())
        put('_is_full_backward_hook', None)
        put('_forward_hooks', OrderedDict())
        put('_forward_pre_hooks', OrderedDict())
        put('_state_dict_hooks', OrderedDict())
        put('_load_state_dict_pre_hooks', OrderedDict())
        put('_load_state_dict_post_hooks', OrderedDict())
        put('_modules', _dict())
        put('_hooks_told', {})          # hooks that are told the keywords too ('kwargs'), are called after an error too ('always'), or come before backward ('before')
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    def forward(self, *input):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    # ---- calling ----
    _compiled_call_impl = None      # what compile() made of _call_impl

    def __call__(self, *input, **kwargs):
        if self._compiled_call_impl is not None:
            return self._compiled_call_impl(*input, **kwargs)
        if self._backward_hooks or self._forward_hooks or self._forward_pre_hooks or _global_forward_pre_hooks or _global_forward_hooks or _global_backward_hooks:
            return self._call_hooked(input, kwargs)
        return self.forward(*input, **kwargs)

    def _call_impl(self, *input, **kwargs):
        """A call with its hooks, however the module was compiled."""
        return self._call_hooked(input, kwargs)

    def _told(self, key, what):
        return what in self.__dict__.get('_hooks_told', {}).get(key, ())

    def _call_before(self, input, kwargs):
        for key, hook in [*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]:
            if self._told(key, 'kwargs'):
                result = hook(self, input, kwargs)
                if result is None:
                    continue
                if not isinstance(result, tuple) or len(result) != 2:
                    raise RuntimeError(f'forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {result}.')
                input, kwargs = result
            else:
                result = hook(self, input)
                if result is not None:
                    input = result if isinstance(result, tuple) else (result,)
        return input, kwargs

    def _call_hook(self, key, hook, input, kwargs, output):
        return hook(self, input, kwargs, output) if self._told(key, 'kwargs') else hook(self, input, output)

    def _call_hooked(self, input, kwargs):
        try:
            called = set()
            return self._call_with(input, kwargs, called)
        except Exception:                   # hooks that are always called hear of it; what they do wrong themselves is not raised
            for key, hook in self._forward_hooks.items():
                if key not in called and self._told(key, 'always'):
                    try:
                        self._call_hook(key, hook, input, kwargs, None)
                    except Exception as error:
                        import warnings
                        warnings.warn('module forward hook with ``always_call=True`` raised an exception that was silenced as another error was raised in forward: ' + str(error))
            raise

    def _call_with(self, input, kwargs, called):
        input, kwargs = self._call_before(input, kwargs)
        backward = None
        if (self._backward_hooks or _global_backward_hooks) and torch.is_grad_enabled():
            from torch.utils.hooks import BackwardHook
            after = [*_global_backward_hooks.values(), *(hook for key, hook in self._backward_hooks.items() if not self._told(key, 'before'))]
            backward = BackwardHook(self, after, self._is_full_backward_hook if self._backward_hooks else _global_is_full_backward_hook,
                                    [hook for key, hook in self._backward_hooks.items() if self._told(key, 'before')])
            input = backward.watch_input(input)
        output = self.forward(*input, **kwargs)
        for key, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]:
            called.add(key)
            result = self._call_hook(key, hook, input, kwargs, output)
            if result is not None:
                output = result
        if backward is not None:
            output = backward.watch_output(output)
        return output

    def _register(self, hooks, hook, prepend, **told):
        handle = _add_hook(hooks, hook, prepend)
        told = [name for name, on in told.items() if on]
        if told:
            self.__dict__.setdefault('_hooks_told', {})[handle.id] = told
        return handle

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        return self._register(self._forward_pre_hooks, hook, prepend, kwargs=with_kwargs)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        return self._register(self._forward_hooks, hook, prepend, kwargs=with_kwargs, always=always_call)

    def _register_backward(self, hook, full, prepend=False, before=False):
        if self._is_full_backward_hook is (not full):
            raise RuntimeError('Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one of them.')
        self._is_full_backward_hook = full
        return self._register(self._backward_hooks, hook, prepend, before=before)

    def register_backward_hook(self, hook):
        return self._register_backward(hook, False)

    def compile(self, *args, **kwargs):
        """As torch.compile, but that the module stays the object it is: its calls are what is compiled. Copies and files of it are not."""
        self._compiled_call_impl = torch.compile(self._call_impl, *args, **kwargs)

    def register_full_backward_hook(self, hook, prepend=False):
        return self._register_backward(hook, True, prepend)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """hook(module, grad_output), before the gradients of the inputs are computed; what it gives goes on in the place of grad_output."""
        return self._register_backward(hook, True, prepend, True)

    # ---- attributes ----
    def __getattr__(self, name):
        if name not in _TABLES:
            try:
                part = self._parameters
                if name in part:
                    return part[name]
                part = self._modules
                if name in part:
                    return part[name]
                part = self._buffers
                if name in part:
                    return part[name]
            except AttributeError:      # __init__ has not run
                pass
        raise AttributeError("'%s' object has no attribute '%s'" % (type(self).__name__, name))

    def __setattr__(self, name, value):
        own = self.__dict__
        params = own.get('_parameters')
        if isinstance(value, Parameter):
            if params is None:
                raise AttributeError('cannot assign parameters before Module.__init__() call')
            self._forget(name)
            self.register_parameter(name, value)
            return
        if params is not None and name in params:
            if value is not None:
                raise TypeError("cannot assign '%s' as parameter '%s' (torch.nn.Parameter or None expected)" % (torch.typename(value), name))
            self.register_parameter(name, value)
            return
        modules = own.get('_modules')
        if isinstance(value, Module):
            if modules is None:
                raise AttributeError('cannot assign module before Module.__init__() call')
            self._forget(name)
            modules[name] = value
            return
        if modules is not None and name in modules:
            if value is not None:
                raise TypeError("cannot assign '%s' as child module '%s' (torch.nn.Module or None expected)" % (torch.typename(value), name))
            modules[name] = value
            return
        buffers = own.get('_buffers')
        if type(value) is Buffer and buffers is not None:
            self._forget(name)
            self.register_buffer(name, value, value.persistent)
            return
        if buffers is not None and name in buffers:
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(_says("BUFFER_KIND", torch.typename(value), name))
            buffers[name] = value
            return
        if buffers is not None and isinstance(value, Tensor) and type(value.grad_fn).__name__ == 'ToCopyBackward0':
            from perch._notes import parameter_copied
            parameter_copied(self, name, value)
        _object_set(self, name, value)

    def _forget(self, name):
        own = self.__dict__
        own.pop(name, None)
        for part in ('_parameters', '_buffers', '_modules'):
            if name in own[part]:
                if part == '_parameters' or part == '_modules':
                    continue        # assigning again keeps the place in the order
                del own[part][name]
        own['_non_persistent_buffers_set'].discard(name)

    def __delattr__(self, name):
        for part in (self._parameters, self._buffers, self._modules):
            if name in part:
                del part[name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self):
        names = dir(type(self)) + list(self.__dict__) + list(self._parameters) + list(self._modules) + list(self._buffers)
        return sorted(name for name in names if not name[0].isdigit())

    def __getstate__(self):
        return {name: value for name, value in self.__dict__.items() if name != '_compiled_call_impl'}

    def __setstate__(self, state):
        self.__dict__.update(state)
        for name in ('_forward_pre_hooks', '_state_dict_hooks', '_load_state_dict_pre_hooks', '_load_state_dict_post_hooks', '_forward_hooks', '_backward_hooks'):
            if name not in self.__dict__:
                _object_set(self, name, OrderedDict())
        if '_non_persistent_buffers_set' not in self.__dict__:
            _object_set(self, '_non_persistent_buffers_set', set())
        if '_is_full_backward_hook' not in self.__dict__:
            _object_set(self, '_is_full_backward_hook', None)

    # ---- parts ----
    def register_buffer(self, name, tensor, persistent=True):
        if '_buffers' not in self.__dict__:
            raise AttributeError('cannot assign buffer before Module.__init__() call')
        _check_name(self, 'buffer', name, 'buffer name can\'t contain "."', self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError("cannot assign '%s' object to buffer '%s' (torch Tensor or None required)" % (torch.typename(tensor), name))
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name, param):
        if '_parameters' not in self.__dict__:
            raise AttributeError('cannot assign parameter before Module.__init__() call')
        _check_name(self, 'parameter', name, 'parameter name can\'t contain "."', self._parameters)
        if param is None:
            self._parameters[name] = None
        elif not isinstance(param, Parameter):
            raise TypeError("cannot assign '%s' object to parameter '%s' (torch.nn.Parameter or None required)" % (torch.typename(param), name))
        elif param.grad_fn:
            raise ValueError("Cannot assign non-leaf Tensor to parameter '%s'. Model parameters must be created explicitly. To express '%s' "
                             'as a function of another Tensor, compute the value in the forward() method.' % (name, name))
        else:
            self._parameters[name] = param

    def add_module(self, name, module):
        if not isinstance(module, Module) and module is not None:
            raise TypeError('%s is not a Module subclass' % torch.typename(module))
        _check_name(self, 'module', name, 'module name can\'t contain ".", got: %s' % (name,), self._modules)
        self._modules[name] = module

    register_module = add_module

    def get_submodule(self, target):
        module = self
        for name in target.split('.') if target else []:
            if not hasattr(module, name):
                raise AttributeError('%s has no attribute `%s`' % (module._get_name(), name))
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError('`%s` is not an nn.Module' % name)
        return module

    def set_submodule(self, target, module, strict=False):
        """The part of that dotted name from now on; strict: only where there is one."""
        if target == '':
            raise ValueError('Cannot set the submodule without a target name!')
        path, _, name = target.rpartition('.')
        if not isinstance(module, Module):
            raise ValueError(f'`module` is not an nn.Module, found {type(module)}')
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(parent._get_name() + ' has no attribute `' + name + '`')
        if hasattr(parent, name) and not isinstance(getattr(parent, name), Module):
            raise AttributeError('`' + name + '` is not an nn.Module')
        setattr(parent, name, module)

    def _end_of(self, target):
        """The module that a dotted path leads to, and the last name, which it has."""
        path, _, name = target.rpartition('.')
        module = self.get_submodule(path)
        if hasattr(module, name):
            return module, name
        raise AttributeError('%s has no attribute `%s`' % (module._get_name(), name))

    def get_parameter(self, target):
        found = getattr(*self._end_of(target))
        if isinstance(found, Parameter):
            return found
        raise AttributeError('`%s` is not an nn.Parameter' % target.rpartition('.')[2])

    def get_buffer(self, target):
        module, name = self._end_of(target)
        if name in module._buffers:
            return module._buffers[name]
        raise AttributeError('`%s` is not a buffer' % name)

    def _named_parts(self, part, prefix, recurse, once=True):
        """(name, value) of all parameters or buffers, each value once."""
        seen = set()
        for at, module in self.named_modules(prefix=prefix, remove_duplicate=once) if recurse else [(prefix, self)]:
            for name, value in getattr(module, part).items():
                if value is None or id(value) in seen:
                    continue
                if once:
                    seen.add(id(value))
                yield (at + '.' + name if at else name), value

    def parameters(self, recurse=True):
        for name, param in self._named_parts('_parameters', '', recurse):
            yield param

    def named_parameters(self, prefix='', recurse=True, remove_duplicate=True):
        yield from self._named_parts('_parameters', prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        for name, buf in self._named_parts('_buffers', '', recurse):
            yield buf

    def named_buffers(self, prefix='', recurse=True, remove_duplicate=True):
        yield from self._named_parts('_buffers', prefix, recurse, remove_duplicate)

    def children(self):
        for name, module in self.named_children():
            yield module

    def named_children(self):
        names = {}          # a child that stands here twice has its first name
        for name, child in self._modules.items():
            names.setdefault(child, name)
        yield from ((name, child) for child, name in names.items() if child is not None)

    def modules(self, remove_duplicate=True):
        for name, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_modules(self, memo=None, prefix='', remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, prefix + ('.' if prefix else '') + name, remove_duplicate)

    # ---- moving and changing ----
    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self, fn, recurse=True):
        """fn on every tensor: parameters stay the same objects with other storage, buffers are replaced."""
        for module in self.children() if recurse else ():
            module._apply(fn)
        for param in self._parameters.values():
            if param is None:
                continue
            with torch.no_grad():
                moved = fn(param)
            if moved is not param:
                _tensor.set_data(param, moved)
            grad = param.grad
            if grad is not None:
                with torch.no_grad():
                    moved = fn(grad)
                if moved is not grad:
                    _tensor.set_grad(param, moved)
        for name, buf in self._buffers.items():
            if torch.nn.parameter.is_lazy(buf):     # it stays what it is: a buffer that becomes one later
                _tensor.set_data(buf, fn(buf))
            elif buf is not None:
                self._buffers[name] = fn(buf)
        return self

    def cuda(self, device=None):
        return self._apply(lambda t: t.cuda(device))

    def cpu(self):
        return self._apply(lambda t: t.cpu())

    def type(self, dst_type):
        return self._apply(lambda t: t.type(dst_type))

    def float(self):
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self):
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self):
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self):
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def to_empty(self, *, device, recurse=True):
        return self._apply(lambda t: torch.empty_like(t, device=device), recurse)

    def to(self, *args, **kwargs):
        device, dtype, non_blocking, copy, memory_format = torch._utils.parse_to('to', args, kwargs)
        if dtype is not None and not dtype.is_floating_point and not dtype.is_complex:
            raise TypeError('nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=%s' % dtype)

        def moved(t):
            if t.is_meta and device is not None and device.type != 'meta' and _two('META_MODULES'):
                raise NotImplementedError('Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() when moving module from meta to a different device.')
            there = _tensor.to(t, device, dtype if t.is_floating_point() or t.is_complex() else None)
            return there.to(memory_format=memory_format) if memory_format is not None and t.dim() in (4, 5) else there
        return self._apply(moved)

    def _replicate_for_data_parallel(self):
        """A module of its own with the same parts: what replicate puts a GPU's copies into."""
        replica = self.__new__(type(self))
        replica.__dict__.update(self.__dict__)
        for part in ('_parameters', '_buffers', '_modules'):
            replica.__dict__[part] = replica.__dict__[part].copy()
        replica.__dict__['_former_parameters'] = {}
        return replica

    def share_memory(self):
        """Parameters and buffers move into memory that workers and os.fork's children share (Tensor.share_memory_)."""
        for t in (*self.parameters(), *self.buffers()):
            t.share_memory_()
        return self

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError('training mode is expected to be boolean')
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=_two('GRADS_TO_NONE')):
        zero_grads(self.parameters(), set_to_none)

    # ---- saving and loading ----
    def state_dict(self, *args, destination=None, prefix='', keep_vars=False):
        given = (destination, prefix, keep_vars)
        into, prefix, keep_vars = args[:3] + given[len(args):]          # the older form gives them by place
        if into is None:
            into = OrderedDict()
            into._metadata = OrderedDict()
        about = {'version': self._version}
        for hook in self.__dict__.get('_state_dict_pre_hooks', {}).values():
            hook(self, prefix, keep_vars)
        getattr(into, '_metadata', {})[prefix[:-1]] = about
        self._save_to_state_dict(into, prefix, keep_vars)
        for name in [name for name, child in self._modules.items() if child is not None]:
            self._modules[name].state_dict(destination=into, prefix=f'{prefix}{name}.', keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            changed = hook(self, into, prefix, about)
            into = into if changed is None else changed
        return into

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, param in self._parameters.items():
            if param is not None:
                destination[prefix + name] = param if keep_vars or torch.nn.parameter.is_lazy(param) else param.detach()
        for name, buf in self._buffers.items():
            if buf is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = buf if keep_vars or torch.nn.parameter.is_lazy(buf) else buf.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + '_extra_state'] = self.get_extra_state()

    def get_extra_state(self):
        """What a subclass saves besides tensors; set_extra_state gets it back."""
        raise _never_called('get_extra_state')

    def set_extra_state(self, state):
        raise _never_called('set_extra_state')

    def register_state_dict_pre_hook(self, hook):
        """hook(module, prefix, keep_vars) before each state_dict()."""
        return _add_hook(self.__dict__.setdefault('_state_dict_pre_hooks', OrderedDict()), hook)

    def register_state_dict_post_hook(self, hook):
        """hook(module, state_dict, prefix, local_metadata), which changes the dict in place."""
        def in_place(*args):
            if hook(*args) is not None:
                raise RuntimeError('state_dict post-hook must return None')
        return _add_hook(self._state_dict_hooks, in_place)

    def register_load_state_dict_pre_hook(self, hook):
        """hook(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs) before load_state_dict."""
        return self._register_load_state_dict_pre_hook(hook, True)

    def _register_state_dict_hook(self, hook):
        handle = RemovableHandle(self._state_dict_hooks)
        self._state_dict_hooks[handle.id] = hook
        return handle

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        handle = RemovableHandle(self._load_state_dict_pre_hooks)
        self._load_state_dict_pre_hooks[handle.id] = functools.partial(hook, self) if with_module else hook
        return handle

    def register_load_state_dict_post_hook(self, hook):
        handle = RemovableHandle(self._load_state_dict_post_hooks)
        self._load_state_dict_post_hooks[handle.id] = hook
        return handle

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        for hook in self._load_state_dict_pre_hooks.values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        kept = {name: buf for name, buf in self._buffers.items() if name not in self._non_persistent_buffers_set}
        for name, mine in itertools.chain(self._parameters.items(), kept.items()):
            if mine is None:
                continue
            key = prefix + name
            if key not in state_dict:
                if strict:
                    missing_keys.append(key)
                continue
            given = state_dict[key]
            if not isinstance(given, Tensor):
                error_msgs.append('While copying the parameter named "%s", expected torch.Tensor or Tensor-like object from checkpoint but received %s'
                                  % (key, type(given)))
                continue
            lazy = torch.nn.parameter.is_lazy(mine)
            if lazy and torch.nn.parameter.is_lazy(given):
                continue
            if not lazy and mine.ndim == 0 and given.ndim == 1:
                given = given[0]
            if not lazy and given.shape != mine.shape:
                error_msgs.append(_Misfit('size mismatch for %s: copying a param with shape %s from checkpoint, the shape in current model is %s.'
                                          % (key, given.shape, mine.shape), given, mine))
                continue
            try:
                with torch.no_grad():
                    if lazy:
                        mine.materialize(given.shape)
                    if local_metadata.get('assign_to_params_buffers'):
                        self._assign(name, mine, given)
                    else:
                        mine.copy_(given)
            except Exception as error:
                error_msgs.append('While copying the parameter named "%s", whose dimensions in the model are %s and whose dimensions in the checkpoint '
                                  'are %s, an exception occurred : %s.' % (key, mine.size(), given.size(), error.args))
        extra, takes = prefix + '_extra_state', type(self).set_extra_state is not Module.set_extra_state
        if takes and extra in state_dict:
            self.set_extra_state(state_dict[extra])
        elif takes and strict:
            missing_keys.append(extra)
        if strict:
            for key in state_dict:
                if key.startswith(prefix) and not (takes and key == extra):
                    first = key[len(prefix):].split('.', 1)[0]
                    if first not in self._modules and first not in self._parameters and first not in kept:
                        unexpected_keys.append(key)

    def _assign(self, name, mine, given):
        """What was given itself stands there from now on, a parameter where there was one."""
        if name in self._parameters:
            self._parameters[name] = given.requires_grad_(mine.requires_grad) if isinstance(given, Parameter) else Parameter(given, mine.requires_grad)
        else:
            self._buffers[name] = given

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if not hasattr(state_dict, 'keys'):
            raise TypeError('Expected state_dict to be dict-like, got %s.' % type(state_dict))
        missing, unexpected, errors = [], [], []
        metadata = getattr(state_dict, '_metadata', None)
        state_dict = OrderedDict(state_dict)
        if metadata is not None:
            state_dict._metadata = metadata

        def load(module, local_state, prefix=''):
            local = {} if metadata is None else metadata.get(prefix[:-1], {})
            if assign:
                local = {**local, 'assign_to_params_buffers': True}
            module._load_from_state_dict(local_state, prefix, local, True, missing, unexpected, errors)
            for name, child in module._modules.items():
                if child is not None:
                    at = prefix + name + '.'
                    load(child, {k: v for k, v in local_state.items() if k.startswith(at)}, at)
            answer = _IncompatibleKeys(missing, unexpected)
            for hook in module._load_state_dict_post_hooks.values():
                hook(module, answer)

        load(self, state_dict)
        if strict:
            if unexpected:
                errors.insert(0, 'Unexpected key(s) in state_dict: %s. ' % ', '.join('"%s"' % key for key in unexpected))
            if missing:
                errors.insert(0, 'Missing key(s) in state_dict: %s. ' % ', '.join('"%s"' % key for key in missing))
        if errors:
            error = RuntimeError('Error(s) in loading state_dict for %s:\n\t%s' % (type(self).__name__, '\n\t'.join(errors)))
            misfits = [e for e in errors if isinstance(e, _Misfit)]
            if misfits:             # the first of them is drawn
                from torch._torch_args import drawn
                drawn(error, 'P0202', misfits[0].given, misfits[0].mine)
            raise error
        return _IncompatibleKeys(missing, unexpected)

    # ---- as text ----
    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        return ''

    def _parts_shown(self):
        return [(name, repr(module)) for name, module in self._modules.items()]

    def __repr__(self):
        extra = self.extra_repr()
        above = extra.split('\n') if extra else []
        below = ['(' + name + '): ' + _addindent(text, 2) for name, text in self._parts_shown()]
        inside = above + below
        if not inside:
            return self._get_name() + '()'
        if len(above) == 1 and not below:
            return self._get_name() + '(' + above[0] + ')'
        return self._get_name() + '(\n  ' + '\n  '.join(inside) + '\n)'
