"""x.storage(): a tensor's memory as a row of elements; x.untyped_storage(): as a row of bytes."""
import _tensor
import torch


class TypedStorage:
    def __init__(self, tensor):
        self._tensor = tensor.detach().as_strided((_tensor.room(tensor),), (1,), 0)

    def row(self):
        """The memory as a tensor of one dimension."""
        return self._tensor

    def data_ptr(self):
        return self._tensor.data_ptr() - self._tensor.storage_offset() * self._tensor.element_size()

    def size(self):
        return self._tensor.numel()

    __len__ = size

    def nbytes(self):
        return self._tensor.numel() * self._tensor.element_size()

    def element_size(self):
        return self._tensor.element_size()

    def is_shared(self):
        return self._tensor.is_shared()

    def share_memory_(self):
        self._tensor.share_memory_()
        return self

    def is_pinned(self):
        return self._tensor.is_pinned()

    def pin_memory(self):
        return TypedStorage(self._tensor.pin_memory())

    def tolist(self):
        return self._tensor.flatten().tolist()

    def __iter__(self):
        return iter(self.tolist())

    def __getitem__(self, index):
        return self.tolist()[index]

    @property
    def dtype(self):
        return self._tensor.dtype

    @property
    def device(self):
        return self._tensor.device

    def untyped(self):
        return UntypedStorage._of(self._tensor)

    _untyped_storage = property(untyped)

    def __repr__(self):
        rows = ''.join(' %s\n' % x for x in self.tolist())
        return rows + '[torch.storage.TypedStorage(dtype=%s, device=%s) of size %d]' % (self.dtype, self.device, len(self))


class UntypedStorage(TypedStorage):
    """Bytes: a row of uint8 over the same memory."""

    def __init__(self, size=0, *, device=None):
        self._tensor = torch.empty(size, dtype=torch.uint8, device=device)

    @classmethod
    def _of(cls, tensor):
        made = cls.__new__(cls)
        made._tensor = TypedStorage(tensor).row().view(torch.uint8)
        return made

    def as_row(self, dtype):
        """The bytes as elements of a dtype."""
        return self._tensor.view(dtype)

    def fill_(self, value):
        self._tensor.fill_(value)
        return self

    def copy_(self, source, non_blocking=False):
        self._tensor.copy_(source._tensor, non_blocking)
        return self

    def clone(self):
        return self._of(self._tensor.clone())

    def untyped(self):
        return self

    def cpu(self):
        return self._of(self._tensor.cpu())

    def cuda(self, device=None, non_blocking=False):
        return self._of(self._tensor.cuda(device, non_blocking))

    @property
    def is_cuda(self):
        return self._tensor.is_cuda

    filename = None

    def __getitem__(self, index):
        if not isinstance(index, slice):
            return self.tolist()[index]
        made = self._of(self._tensor)
        made._tensor = self._tensor[index]
        return made

    def __setitem__(self, index, value):
        self._tensor[index] = value

    def __eq__(self, other):
        return isinstance(other, UntypedStorage) and self.data_ptr() == other.data_ptr() and len(self) == len(other)

    __hash__ = object.__hash__

    def __getattribute__(self, name):
        if name == 'dtype':         # bytes have none
            raise AttributeError("'UntypedStorage' object has no attribute 'dtype'")
        return super().__getattribute__(name)

    def __repr__(self):
        return ''.join(' %s\n' % x for x in self.tolist()) + '[torch.storage.UntypedStorage(device=%s) of size %d]' % (self.device, len(self))
