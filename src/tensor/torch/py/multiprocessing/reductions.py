"""How tensors go to other processes: a CPU's memory is shared, so that both sides see what either writes; a simulated GPU's is copied, since every process has GPUs of its own."""
import _tensor
import _workers


def reduce_tensor(tensor):
    """What Python's multiprocessing pickles in a tensor's place: a file descriptor, and how the tensor lies in the memory behind it."""
    import torch
    from multiprocessing.reduction import DupFd
    if tensor.requires_grad and not tensor.is_leaf:
        raise RuntimeError('Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing process boundaries.  '
                           'If you just want to transfer the data, call detach() on the tensor before serializing (e.g., putting it on the queue).')
    dtype = str(tensor.dtype).rsplit('.', 1)[1]
    if tensor.device.type != 'cpu':
        from torch._utils import _rebuild_tensor
        return _rebuild_tensor, (_tensor.bytes(tensor.detach()), tuple(tensor.shape), dtype, str(tensor.device), tensor.requires_grad)
    tensor.share_memory_()
    file, size, start = _workers.descriptor(tensor)
    return rebuild_tensor, (DupFd(file), size, start, dtype, tuple(tensor.shape), tensor.stride(), tensor.requires_grad)


def rebuild_tensor(file, size, start, dtype, shape, stride, requires_grad):
    import torch
    number = torch._DTYPES.index(dtype)
    whole = _workers.attach(file.detach(), size, number)
    made = torch.as_strided(whole, shape, stride, start // whole.element_size()).detach()
    return made.requires_grad_() if requires_grad else made
