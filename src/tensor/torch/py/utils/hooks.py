"""Handles that take a hook off again, and the hooks around a module's backward pass."""
import weakref

import _tensor


class RemovableHandle:
    """Takes its hook out of the dict that holds it."""

    next_id = 0

    def __init__(self, hooks_dict):
        self.hooks_dict_ref = weakref.ref(hooks_dict)
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1

    def remove(self):
        hooks = self.hooks_dict_ref()
        if hooks is not None and self.id in hooks:
            del hooks[self.id]

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.remove()


class TensorHandle(RemovableHandle):
    """Takes a hook off a tensor's gradient."""

    def __init__(self, tensor, number):
        self.tensor = tensor
        self.id = number

    def remove(self):
        if self.tensor is not None:
            _tensor.unhook(self.tensor, self.id)
            self.tensor = None


TensorHandle.__name__ = TensorHandle.__qualname__ = 'RemovableHandle'       # (as PyTorch has one class for both)


class BackwardHook:
    """Calls a module's backward hooks when the gradients of its outputs and of its inputs are there."""

    def __init__(self, module, hooks, full, before=()):
        self.module = module
        self.before = before        # called with the gradients of the outputs, which they may change
        self.hooks = hooks
        self.full = full
        self.grad_outputs = None

    def _through(self, values, backward):
        """The tensors among values, as results of a function whose backward is `backward`."""
        from torch.autograd.function import through
        at = [i for i, v in enumerate(values) if isinstance(v, _tensor.Tensor) and v.requires_grad]
        if not at:
            return values
        made = list(values)
        for i, t in zip(at, through('BackwardHookFunctionBackward', [values[i] for i in at], lambda *grads: backward(at, len(values), grads))):
            made[i] = t
        return tuple(made)

    def watch_input(self, values):
        def back(at, count, grads):
            all_in = [None] * count
            for i, g in zip(at, grads):
                all_in[i] = g
            answer = tuple(all_in)
            for hook in self.hooks:
                result = hook(self.module, answer, self.grad_outputs)
                if result is not None:
                    answer = tuple(result) if isinstance(result, (tuple, list)) else (result,)
            return tuple(answer[i] for i in at)
        self.no_input = not any(isinstance(v, _tensor.Tensor) and v.requires_grad for v in values)
        return self._through(values, back)

    def watch_output(self, output):
        single = isinstance(output, _tensor.Tensor)

        def back(at, count, grads):
            all_out = [None] * count
            for i, g in zip(at, grads):
                all_out[i] = g
            answer = tuple(all_out)
            for hook in self.before:
                result = hook(self.module, answer)
                if result is not None:
                    answer = tuple(result) if isinstance(result, (tuple, list)) else (result,)
            self.grad_outputs = answer
            if self.no_input:               # no gradient flows to the inputs: the hooks hear of it now
                for hook in self.hooks:
                    hook(self.module, (None,), self.grad_outputs)
            return tuple(answer[i] for i in at)
        made = self._through((output,) if single else tuple(output), back)
        return made[0] if single else made
