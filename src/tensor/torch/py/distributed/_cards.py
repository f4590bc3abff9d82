"""Tensors of cards between ranks, by NCCL: where every rank of a group has a card of its own, what it has there never visits the host."""
import torch
import _ranks
import _rings
from perch.ranks import KIND, REDUCTION

_BY_HOST, _BY_RING, _NAME = 0, 1, 128


class Rings:
    """Those of one group: one for each of this rank's cards that it was ever used with."""

    def __init__(self, number, at, limit):
        """_made: for each card its ring, and a tensor there."""
        self._number, self._at, self._limit, self._made = number, at, limit, {}

    def run(self, kind, taken, given, root=0, op=None):
        """The call, where it goes this way. False: nothing was done, on no rank."""
        tensor = given if taken is None else taken
        if not tensor.is_cuda or op is not None and (op not in ('SUM', 'PRODUCT', 'MIN', 'MAX') or not _rings.sums(tensor)) or not tensor.numel():
            return False
        call = KIND[kind], REDUCTION[op] if op else 0, root, taken, given
        place = tensor.device.index
        ring, _ = self._made.get(place, (None, None))
        way = _rings.agree(self._number, ring, self._limit, *call)
        if way == _BY_HOST or way != _BY_RING and not self._make(tensor, place):
            return False
        try:
            _rings.run(self._made[place][0], *call)
        except BaseException:
            self._leave(place)          # whatever went wrong; the next call makes another
            raise
        return True

    def _make(self, tensor, place):
        """A ring's name goes from the first rank to all, over the engine of ranks; the first byte says that there is one."""
        told = torch.zeros(1 + _NAME, dtype=torch.uint8)
        name = _rings.new(tensor) if self._at == 0 else None
        if name is not None:
            told[0] = 1
            told[1:] = torch.frombuffer(bytearray(name), dtype=torch.uint8)
        _ranks.begin(self._number, KIND['broadcast'], 0, 0, told if self._at == 0 else None, told, False, self._limit)
        if told[0]:
            self._leave(place)
            self._made[place] = _rings.join(self._number, tensor, told[1:].numpy().tobytes()), tensor.new_empty(0)
        return bool(told[0])

    def _leave(self, place):
        ring, there = self._made.pop(place, (None, None))
        if ring is not None:
            _rings.leave(there, ring)

    def close(self):
        for place in list(self._made):
            self._leave(place)
