"""x.storage(): a tensor's memory as a row of elements."""
import _tensor


class TypedStorage:
    def __init__(self, tensor):
        self._tensor = tensor.detach()

    def data_ptr(self):
        return self._tensor.data_ptr() - self._tensor.storage_offset() * self._tensor.element_size()

    def size(self):
        return self._tensor.numel()

    __len__ = size

    def nbytes(self):
        return self._tensor.numel() * self._tensor.element_size()

    def element_size(self):
        return self._tensor.element_size()

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
        return rows + '[torch.storage._TypedStorage(dtype=%s, device=%s) of size %d]' % (self.dtype, self.device, len(self))
