"""x.storage(): a tensor's memory as a row of elements."""
import _tensor


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

    def __repr__(self):
        rows = ''.join(' %s\n' % x for x in self.tolist())
        return rows + '[torch.storage.TypedStorage(dtype=%s, device=%s) of size %d]' % (self.dtype, self.device, len(self))
