"""Optimizer: learning rates, weight decay and counts; and Updater, which keeps states by index."""
import pickle
import warnings

_registry = {}


def register(klass):
    name = klass.__name__.lower()
    if name in _registry:
        warnings.warn(f'WARNING: New optimizer {klass.__module__}.{klass.__name__} is overriding existing optimizer '
                      f'{_registry[name].__module__}.{_registry[name].__name__}', stacklevel=2)
    _registry[name] = klass
    return at_home(klass)


def at_home(klass):
    """A class of the library's says that it is of MXNet's module, by which it is pickled too."""
    if klass.__module__.startswith('mxnet.optimizer.'):
        klass.__module__ = 'mxnet.optimizer.optimizer'
    return klass


def create(name, **kwargs):
    """An optimizer by its name."""
    if isinstance(name, Optimizer):
        return name
    if str(name).lower() not in _registry:
        from . import rules_more
    if str(name).lower() not in _registry:
        raise ValueError(f'Cannot find optimizer {name}')
    return _registry[name.lower()](**kwargs)


def _is_half(weight):
    return getattr(weight.dtype, '__name__', weight.dtype) == 'float16'


@at_home
class Optimizer:
    """The base class. A subclass gives create_state(index, weight) and update(index, weight, grad, state)."""

    def __init__(self, rescale_grad=1., param_idx2name=None, wd=0., clip_gradient=None, learning_rate=None, lr_scheduler=None, sym=None, begin_num_update=0,
                 multi_precision=False, param_dict=None):
        self.rescale_grad = rescale_grad
        self.lr_scheduler = lr_scheduler
        if lr_scheduler is None and learning_rate is None:
            learning_rate = 0.01
        if lr_scheduler is not None and learning_rate is not None:
            if lr_scheduler.base_lr != learning_rate:
                print(UserWarning('learning rate from ``lr_scheduler`` has been overwritten by ``learning_rate`` in optimizer.'))
            lr_scheduler.base_lr = learning_rate
        self.lr = 0.01 if learning_rate is None else learning_rate
        self.wd = wd
        self.lr_mult, self.wd_mult = {}, {}
        self.begin_num_update = self.num_update = begin_num_update
        self._index_update_count = {}
        self.clip_gradient = clip_gradient
        self.multi_precision = multi_precision
        self.idx2name = dict(param_idx2name or {})
        self.param_dict = param_dict or {}
        self.sym_info = () if sym is None else (sym.attr_dict(), sym.list_arguments())
        if self.sym_info or self.idx2name:
            self.set_lr_mult({})
            self.set_wd_mult({})

    create_optimizer = staticmethod(create)
    _is_kernel = False # is the rule a kernel in MXNet?
    register = staticmethod(register)

    def create_state(self, index, weight):
        return None

    _at_once = 0            # how many weights MXNet's own updates in one call
    _says, _master_last = 'optimizer', False        # SGD and its kind: their name in the warning, and (state, master copy) instead of (master copy, state)

    def _masters(self, weight):
        """Is a weight in half precision kept in single precision beside it?"""
        return self.multi_precision and _is_half(weight)

    def create_state_multi_precision(self, index, weight):
        if self._masters(weight):
            master = weight.astype('float32')
            state = self.create_state(index, master)
            return (state, master) if self._master_last else (master, state)
        if _is_half(weight):
            warnings.warn('Accumulating with float16 in optimizer can lead to poor accuracy or slow convergence. '
                          f'Consider using multi_precision=True option of the {self._says}', stacklevel=2)
        return self.create_state(index, weight)

    def update(self, index, weight, grad, state):
        raise NotImplementedError()

    def _step(self, index, weight, grad, state):
        """What update_multi_precision calls: update, but for rules that MXNet has as kernels for both precisions, which do not come by a subclass's update."""
        self.update(index, weight, grad, state)

    def update_multi_precision(self, index, weight, grad, state):
        if not self._masters(weight):
            self._step(index, weight, grad, state)
            return
        master, state = reversed(state) if self._master_last else state
        self._step(index, master, grad.astype('float32'), state)
        master.astype(weight.dtype).copyto(weight)

    @property
    def learning_rate(self):
        return self.lr if self.lr_scheduler is None else self.lr_scheduler(self.num_update)

    def set_learning_rate(self, lr):
        if self.lr_scheduler is not None:
            raise UserWarning('LRScheduler of the optimizer has already been defined. Note that set_learning_rate can mutate the value of the learning rate of the optimizer '
                              'only when the LRScheduler of the optimizer is undefined.')
        self.lr = lr

    def _of_symbol(self, key):
        """What a symbol's variables say of themselves."""
        attrs, names = self.sym_info or ({}, ())
        return {name: float(attrs[name][key]) for name in names if key in attrs.get(name, ())}

    def set_lr_mult(self, args_lr_mult):
        self.lr_mult = {**self._of_symbol('__lr_mult__'), **args_lr_mult}

    def set_wd_mult(self, args_wd_mult):
        """What is neither a weight nor a scale does not decay unless it is said."""
        spared = {name: 0.0 for name in self.idx2name.values() if not name.endswith(('_weight', '_gamma'))}
        self.wd_mult = {**spared, **self._of_symbol('__wd_mult__'), **args_wd_mult}

    def _update_count(self, index):
        count = self._index_update_count.get(index, self.begin_num_update) + 1
        self._index_update_count[index] = count
        if count > self.num_update:
            self.num_update = count

    def _factor(self, index, own, what):
        if index in self.param_dict:
            return getattr(self.param_dict[index], what)
        if index in own:
            return own[index]
        return own.get(self.idx2name.get(index), 1.0)

    def _get_lr(self, index):
        return self.learning_rate * self._factor(index, self.lr_mult, 'lr_mult')

    def _get_wd(self, index):
        return self.wd * self._factor(index, self.wd_mult, 'wd_mult')

    def _scaled(self, grad):
        return grad if self.rescale_grad == 1.0 else grad * self.rescale_grad

    def _clipped(self, grad):
        """The gradient scaled, then clipped."""
        return self._bounded(self._scaled(grad))

    def _bounded(self, grad):
        """The gradient clipped. A rule that MXNet has as a kernel takes 0 and less for no clipping; one that it has in Python, for what they are."""
        c = self.clip_gradient
        return grad if c is None or self._is_kernel and c <= 0 else grad.clip(-c, c)

    def _start(self, index, weight, grad):
        """Counts the update; the learning rate, and the gradient scaled, clipped, with weight decay."""
        self._update_count(index)
        param = self.param_dict.get(index)
        if param is None:
            lr, wd = self._get_lr(index), self._get_wd(index)
        else:
            lr, wd = self.learning_rate * param.lr_mult, self.wd * param.wd_mult
        if self.rescale_grad != 1.0:
            grad = grad * self.rescale_grad
        grad = self._bounded(grad)
        if wd:
            grad = grad + wd * weight
        return lr, grad

    def __getstate__(self):
        state = self.__dict__.copy()
        del state['param_dict']
        # What MXNet's own looks for in what it reads.
        return {**state, '_all_index_update_counts': {0: self._index_update_count}, 'aggregate_num': self._at_once, 'allow_np_array': False}

    def __setstate__(self, state):
        self.__dict__ = state
        self.param_dict = {}


class BothPrecisions(Optimizer):
    """An optimizer whose rule is _step."""

    def update(self, index, weight, grad, state):
        self._step(index, weight, grad, state)


@at_home
class Updater:
    """Calls an optimizer with the state it keeps for each index."""

    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.states = {}
        self.states_synced = {}
        self.aggregate_updates = False

    def __call__(self, index, grad, weight):
        if isinstance(index, (list, tuple)):
            for i, g, w in zip(index, grad, weight):
                self(i, g, w)
            return
        if index not in self.states:
            self.states[index] = self.optimizer.create_state_multi_precision(index, weight)
            self.states_synced[index] = True
        self.optimizer.update_multi_precision(index, weight, grad, self.states[index])

    def set_states(self, states):
        states = pickle.loads(states)
        if isinstance(states, tuple) and len(states) == 2:
            self.states, self.optimizer = states
        else:
            self.states = states

    def get_states(self, dump_optimizer=False):
        return pickle.dumps((self.states, self.optimizer) if dump_optimizer else self.states)


def get_updater(optimizer):
    return Updater(optimizer)
