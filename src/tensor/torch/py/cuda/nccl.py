"""torch.cuda.nccl: what tensors on several GPUs become together. By NCCL between real cards where the machine has it; else, and between simulated GPUs, by copies and sums of perch's own."""
import warnings

import torch
import _tensor

__all__ = ['all_reduce', 'reduce', 'broadcast', 'all_gather', 'reduce_scatter']
SUM = 0
_SUM_ALL, _SUM, _BROADCAST, _GATHER_ALL, _SUM_SCATTER = range(5)     # core's kinds
_JOIN = (torch.add, torch.mul, torch.maximum, torch.minimum)


def is_available(tensors):
    """May NCCL work with them? They must lie on cards of their own, without gaps; and it must be there."""
    seen = set()
    for t in tensors:
        if t.is_sparse or not t.is_contiguous() or not t.is_cuda:
            return False
        card = _tensor.gpu_info(t.get_device())['physical']
        if card in seen:
            return False
        seen.add(card)
    return bool(_tensor.nccl_version())


def version():
    """(major, minor, patch), or (0, 0, 0) where there is none."""
    n = _tensor.nccl_version()
    return (n // 10000, n // 100 % 100, n % 100) if n >= 20900 else (n // 1000, n // 100 % 10, n % 100)


def unique_id():
    raise NotImplementedError('torch.cuda.nccl.unique_id is not in perch: its NCCL joins the GPUs of one process; the nearest is torch.cuda.nccl.all_reduce')


def init_rank(num_ranks, uid, rank):
    raise NotImplementedError('torch.cuda.nccl.init_rank is not in perch: its NCCL joins the GPUs of one process; the nearest is torch.cuda.nccl.all_reduce')


def _listed(inputs):
    from collections.abc import Sequence
    if not isinstance(inputs, Sequence) or isinstance(inputs, torch.Tensor):
        raise TypeError('Inputs should be a collection of tensors')
    return list(inputs)


def _check(inputs, outputs, more=1, less=1):
    """A row of like tensors, each on a GPU of its own, and results on the same GPUs."""
    if not inputs:
        raise RuntimeError('input tensor list is empty' if not outputs else 'len(inputs) == len(outputs)')
    if len(inputs) != len(outputs):
        raise RuntimeError('number of input and output tensors is %d and %d' % (len(inputs), len(outputs)))
    seen = set()
    for given, made in zip(inputs, outputs):
        for t in (given, made):
            if not t.is_cuda:
                raise RuntimeError('input and output elements have to be cuda dense Tensors')
            if not t.is_contiguous():
                raise RuntimeError('input and output elements have to be contiguous')
        if given.dtype != inputs[0].dtype or made.dtype != inputs[0].dtype:
            raise RuntimeError('all inputs and outputs must be of the same Tensor dtype')
        if given.get_device() in seen:
            raise RuntimeError('inputs must be on unique devices')
        seen.add(given.get_device())
        if made.get_device() != given.get_device():
            raise RuntimeError('input and output must be on the same device')
        if given.numel() != inputs[0].numel():
            raise RuntimeError('all inputs must have the same number of elements')
        if made.numel() * less != given.numel() * more:
            raise RuntimeError('output must be of size %s' % ('input_size * size_in_devices' if more > 1 else 'input_size / size_in_devices' if less > 1 else 'input_size'))


def _joined(inputs, op, place):
    total = inputs[0].to(place)
    for t in inputs[1:]:
        total = _JOIN[op](total, t.to(place))
    return total


@torch.no_grad()
def all_reduce(inputs, outputs=None, op=SUM, streams=None, comms=None):
    """Each output becomes the sum of all inputs."""
    inputs = _listed(inputs)
    outputs = inputs if outputs is None else _listed(outputs)
    _check(inputs, outputs)
    if _tensor.together(_SUM_ALL, inputs, outputs, 0, op):
        return
    total = _joined(inputs, op, outputs[0].device)
    for out in outputs:
        out.copy_(total.view_as(out))


@torch.no_grad()
def reduce(inputs, output=None, root=0, op=SUM, streams=None, comms=None, *, outputs=None):
    """The sum of all inputs, on the root's GPU."""
    inputs = _listed(inputs)
    if outputs is not None:
        if output is not None:
            raise ValueError("'output' and 'outputs' can not be both specified. 'outputs' is deprecated in favor of 'output', taking in a single output tensor. The signature of reduce is: "
                             "reduce(inputs, output=None, root=0, op=SUM, streams=None, comms=None).")
        warnings.warn("nccl.reduce with an output tensor list is deprecated. Please specify a single output tensor with argument 'output' instead instead.")
        output = outputs[root]
    output = inputs[root] if output is None else output
    outs = [output if i == root else t for i, t in enumerate(inputs)]
    _check(inputs, outs)
    if not _tensor.together(_SUM, inputs, outs, root, op):
        output.copy_(_joined(inputs, op, output.device).view_as(output))


@torch.no_grad()
def broadcast(inputs, root=0, streams=None, comms=None):
    """Each becomes what the root's is."""
    inputs = _listed(inputs)
    _check(inputs, inputs)
    if _tensor.together(_BROADCAST, inputs, inputs, root):
        return
    for i, t in enumerate(inputs):
        if i != root:
            t.copy_(inputs[root].view_as(t))


@torch.no_grad()
def all_gather(inputs, outputs, streams=None, comms=None):
    """Each output becomes all inputs, one behind the other."""
    inputs, outputs = _listed(inputs), _listed(outputs)
    _check(inputs, outputs, more=len(inputs))
    if _tensor.together(_GATHER_ALL, inputs, outputs):
        return
    for out in outputs:
        out.view(-1).copy_(torch.cat([t.reshape(-1).to(out.device) for t in inputs]))


@torch.no_grad()
def reduce_scatter(inputs, outputs, op=SUM, streams=None, comms=None):
    """Each output becomes its part of the sum of all inputs."""
    inputs, outputs = _listed(inputs), _listed(outputs)
    _check(inputs, outputs, less=len(inputs))
    if _tensor.together(_SUM_SCATTER, inputs, outputs, 0, op):
        return
    total = _joined(inputs, op, outputs[0].device).view(-1).chunk(len(inputs))
    for out, part in zip(outputs, total):
        out.view(-1).copy_(part)
