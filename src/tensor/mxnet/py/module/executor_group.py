"""The executors of a module, one a context: each takes a part of every batch."""
from .. import ndarray as nd
from ..base import MXNetError
from ..io import DataDesc


def _described(shapes):
    return [each if isinstance(each, DataDesc) else DataDesc(*each) for each in shapes or ()]


def _parts(size, loads):
    """How a batch of a size is divided by the work loads."""
    total, at, parts = sum(loads), 0, []
    counts = [round(size * load / total) for load in loads]
    counts[-1] += size - sum(counts)
    for count in counts:
        begin, at = min(at, size), min(at + count, size)
        if begin >= at:
            raise ValueError('Too many slices. Some splits are empty.')
        parts.append(slice(begin, at))
    return parts


class ExecutorGroup:
    """Executors over slices of the batch; parameters are copied to each context."""

    def __init__(self, symbol, contexts, loads, data_shapes, label_shapes, param_names, for_training, inputs_need_grad, fixed, grad_req, shared=None, group2ctxs=None, states=()):
        self.symbol, self.contexts, self.workload, self.param_names = symbol, contexts, loads, param_names
        self.for_training, self.inputs_need_grad, self.shared, self.state_names = for_training, inputs_need_grad, shared, list(states)
        self.fixed_param_names = list(fixed)
        self.group2ctxs = group2ctxs
        self.names = symbol.list_arguments()
        inputs = [each.name for each in _described(data_shapes)]
        self.grad_req = {}
        for name in self.names:
            if not for_training:
                req = 'null'
            elif name in param_names:
                req = 'null' if name in fixed else grad_req if isinstance(grad_req, str) else grad_req.get(name, 'null') if isinstance(grad_req, dict) else grad_req[self.names.index(name)]
            else:
                req = grad_req if inputs_need_grad and name in inputs and isinstance(grad_req, str) else 'null'
            self.grad_req[name] = req
        self.bind(data_shapes, label_shapes)

    def bind(self, data_shapes, label_shapes, again=False):
        self.data_shapes, self.label_shapes = _described(data_shapes), _described(label_shapes)
        first = self.data_shapes[0]
        self.batch_size = first.shape[max(DataDesc.get_batch_axis(first.layout), 0)]
        self.slices = _parts(self.batch_size, self.workload)
        old = self.execs if again else self.shared.execs if self.shared is not None else [None] * len(self.contexts)
        made = [self._bound(i, old[i]) for i in range(len(self.contexts))]
        if old[0] is not None:
            self._refuse_others(old[0], made[0], again)
        for each in self.label_shapes:
            if each.name not in made[0].arg_dict:
                raise KeyError(each.name)
        self.execs = made

    def _refuse_others(self, old, made, again):
        """Parameters whose shapes follow from the inputs cannot be those that there are already, where those are of other inputs."""
        for name in self.param_names:
            if name in old.arg_dict and old.arg_dict[name].shape != made.arg_dict[name].shape:
                if again:
                    raise MXNetError(f'MXNetError: Shape of unspecifie arg: {name} changed. This can cause the new executor to not share parameters with the old one. Please check for error in '
                                     'network.If this is intended, set partial_shaping=True to suppress this warning.')
                one, two = (str(list(each.arg_dict[name].shape)).replace(' ', '') for each in (made, old))
                given = ''.join(f'{each.name}: {tuple(each.shape)}\n' for each in self.data_shapes + self.label_shapes)
                raise RuntimeError(f"simple_bind error. Arguments:\n{given}MXNetError: Check failed: inferred_shape == in_arg_nd.shape() ({one} vs. {two}) : Inferred shape does not match "
                                   "shared_exec.arg_array's shape Therefore, the allocated memory for shared_exec.arg_array cannot be resued for creating NDArray of the argument "
                                   f'{name} for the current executor')

    def _bound(self, i, shared):
        known, count = set(self.names) | set(self.symbol.list_auxiliary_states()), self.slices[i].stop - self.slices[i].start
        shapes, types = {}, {}
        for each in self.data_shapes + [label for label in self.label_shapes if label.name in known]:
            axis, shape = DataDesc.get_batch_axis(each.layout), list(each.shape)
            if axis >= 0 and shape:
                shape[axis] = count
            shapes[each.name], types[each.name] = tuple(shape), each.dtype
        group = self.group2ctxs[i] if isinstance(self.group2ctxs, (list, tuple)) else self.group2ctxs
        return self.symbol.simple_bind(self.contexts[i], grad_req=self.grad_req, type_dict=types, group2ctx=group, shared_exec=shared, **shapes)

    # -- arrays: for each name a list, one a context --
    def copies(self, name):
        return [each.arg_dict[name] for each in self.execs]

    def grads(self, name):
        return [each.grad_dict[name] for each in self.execs]

    def _parted(self, descriptions):
        return [[(part if DataDesc.get_batch_axis(what.layout) >= 0 else slice(i, i + 1), each.arg_dict[what.name]) for i, (part, each) in enumerate(zip(self.slices, self.execs))] for what in descriptions]

    arg_names = property(lambda self: self.names)
    aux_names = property(lambda self: self.symbol.list_auxiliary_states())
    output_names = property(lambda self: self.symbol.list_outputs())
    num_outputs = property(lambda self: len(self.output_names))
    data_names = property(lambda self: [each.name for each in self.data_shapes])
    label_names = property(lambda self: [each.name for each in self.label_shapes] or None)
    data_layouts = property(lambda self: [DataDesc.get_batch_axis(each.layout) for each in self.data_shapes])
    label_layouts = property(lambda self: [DataDesc.get_batch_axis(each.layout) for each in self.label_shapes] or None)
    data_arrays = property(lambda self: self._parted(self.data_shapes))
    label_arrays = property(lambda self: self._parted(self.label_shapes) or None)
    param_arrays = property(lambda self: [self.copies(name) for name in self.param_names])
    state_arrays = property(lambda self: [self.copies(name) for name in self.state_names])
    aux_arrays = property(lambda self: [[each.aux_dict[name] for each in self.execs] for name in self.aux_names])
    grad_arrays = property(lambda self: [self.grads(name) for name in self.param_names] if self.for_training else None)
    input_grad_arrays = property(lambda self: [self.grads(each.name) for each in self.data_shapes] if self.inputs_need_grad else None)

    # -- parameters --

    def set_params(self, arg_params, aux_params, allow_extra=False):
        for each in self.execs:
            each.copy_params_from(arg_params, aux_params, allow_extra_params=allow_extra)

    def get_params(self, arg_params, aux_params):
        """The mean over the contexts, into the given arrays."""
        for given, of in ((arg_params, lambda each: each.arg_dict), (aux_params, lambda each: each.aux_dict)):
            for name, target in given.items():
                if name not in of(self.execs[0]):       # (of another module, with which the dict is shared)
                    continue
                copies = [of(each)[name] for each in self.execs]
                mean = copies[0] if len(copies) == 1 else sum(each.as_in_context(target.context) for each in copies) / len(copies)
                mean.astype(target.dtype).copyto(target)

    # -- running --
    def _load(self, arrays, descriptions):
        for array, what in zip(arrays or (), descriptions):
            axis = DataDesc.get_batch_axis(what.layout)
            for part, each in zip(self.slices, self.execs):
                target = each.arg_dict.get(what.name)
                if target is None:
                    continue
                piece = array if len(self.execs) == 1 or axis < 0 else nd.slice_axis(array, axis=axis, begin=part.start, end=part.stop)
                if isinstance(piece, nd.NDArray):
                    piece.astype(target.dtype, copy=False).copyto(target)
                else:
                    target[:] = piece

    def forward(self, batch, is_train=None):
        self._load(batch.data, self.data_shapes)
        if self.label_shapes and batch.label:
            self._load(batch.label, self.label_shapes)
        is_train = self.for_training if is_train is None else is_train
        for each in self.execs:
            each.forward(is_train=is_train)

    def backward(self, out_grads=None):
        assert self.for_training, 're-bind with for_training=True to run backward'
        out_grads = [out_grads] if isinstance(out_grads, nd.NDArray) else out_grads or []
        for part, ctx, each in zip(self.slices, self.contexts, self.execs):
            each.backward([grad[part].as_in_context(ctx) if len(self.execs) > 1 else grad.as_in_context(ctx) for grad in out_grads] or None)

    def _merged(self, lists, merge):
        if not merge:
            return lists
        return [each[0] if len(each) == 1 else nd.concat(*[a.as_in_context(each[0].context) for a in each], dim=0) for each in lists]

    def get_outputs(self, merge_multi_context=True):
        return self._merged([list(each) for each in zip(*(one.outputs for one in self.execs))], merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        assert self.inputs_need_grad
        return self._merged([self.grads(each.name) for each in self.data_shapes], merge_multi_context)

    def get_output_shapes(self):
        shapes = [out.shape for out in self.execs[0].outputs]
        return [(name, (self.batch_size, *shape[1:]) if shape and len(self.execs) > 1 else shape) for name, shape in zip(self.symbol.list_outputs(), shapes)]

    def update_metric(self, metric, labels, pre_sliced):
        for i, (part, each) in enumerate(zip(self.slices, self.execs)):
            own = labels[i] if pre_sliced else [label if len(self.execs) == 1 else label[part] for label in labels]
            names = [what.name for what in self.label_shapes]
            metric.update_dict(dict(zip(names, own)), dict(zip(self.symbol.list_outputs(), each.outputs)))

    def install_monitor(self, monitor):
        for each in self.execs:
            monitor.install(each)
