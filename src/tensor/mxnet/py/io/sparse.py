"""LibSVMIter: rows of sparse numbers as text (label, then column:value for what is not 0), handed out as csr arrays."""
import os

import numpy as np

from .. import ndarray as nd
from ..base import MXNetError
from .files import MXDataIter, ignored
from .io import DataBatch


def _row(line, name, many):
    """(the numbers before the first pair, columns, values)."""
    head, columns, values = [], [], []
    for word in line.split():
        column, colon, value = word.partition(b':')
        try:
            if colon:
                columns.append(int(column))
                values.append(float(value))
            else:
                head.append(float(word))
        except ValueError:
            raise MXNetError(f'LibSVMIter: {name}: no number in {word.decode("utf-8", "replace")!r}') from None
    for column in columns:
        if not 0 <= column < many:
            raise MXNetError(f'LibSVMIter: {name}: column {column} of rows that have {many}')
    return head, columns, values


def _part(name, num_parts, part_index):
    """The lines of a part of a file: those that begin in its share of the bytes, or right behind it."""
    if not os.path.exists(name) or not os.path.getsize(name):
        raise MXNetError(f'MXNetError: Check failed: files_.size() != 0U (0 vs. 0) : Cannot find any files that matches the URI pattern {name}')
    if not 0 <= part_index < num_parts:
        raise MXNetError(f'MXNetError: Check failed: rank < nsplit ({part_index} vs. {num_parts}) : invalid input parameters for InputSplit')
    share, at, found = -(-os.path.getsize(name) // num_parts), 0, []
    with open(name, 'rb') as file:
        for line in file:
            if max(at - 1, 0) // share == part_index and line.strip():
                found.append(line)
            at += len(line)
    return found


class _Rows:
    """A file's rows: sparse ones, and what stands before the pairs."""

    def __init__(self, name, shape, num_parts, part_index, what):
        if len(shape) != 1:
            raise MXNetError(f'MXNetError: Check failed: param_.{what}.ndim() == 1 ({len(shape)} vs. 1) : dimension of {what} is expected to be 1')
        self.many, self.rows, self.heads = shape[0], [], []
        for line in _part(name, num_parts, part_index):
            head, columns, values = _row(line, name, self.many)
            self.heads.append(head[:1] or [0.0])
            self.rows.append((columns, values))

    def taken(self, numbers):
        chosen = [self.rows[i] for i in numbers]
        places = np.cumsum([0, *(len(columns) for columns, _ in chosen)])
        columns = [column for row, _ in chosen for column in row]
        values = [value for _, row in chosen for value in row]
        return nd.sparse.csr_matrix((np.array(values, 'float32'), np.array(columns, 'int64'), places.astype('int64')), shape=(len(chosen), self.many))


class LibSVMIter(MXDataIter):
    """Sparse rows; labels stand before them, or are the rows of another such file."""

    def __init__(self, data_libsvm, data_shape, label_libsvm='NULL', label_shape=(1,), num_parts=1, part_index=0, batch_size=1, round_batch=True, data_name='data', label_name='softmax_label',
                 **more):
        ignored('LibSVMIter', more)
        if not round_batch:
            raise MXNetError("MXNetError: sparse batch loader doesn't support round_batch == false yet")
        data_shape, label_shape = ((each,) if isinstance(each, int) else tuple(each) for each in (data_shape, label_shape))
        self._data = _Rows(data_libsvm, data_shape, num_parts, part_index, 'data_shape')
        self._labels = None if label_libsvm == 'NULL' else _Rows(label_libsvm, label_shape, num_parts, part_index, 'label_shape')
        if self._labels is not None and len(self._labels.rows) < len(self._data.rows):
            raise MXNetError(f'LibSVMIter: {label_libsvm} has {len(self._labels.rows)} rows, fewer than the {len(self._data.rows)} of {data_libsvm}')
        super().__init__(len(self._data.rows), (data_shape, () if self._labels is None else label_shape), batch_size, True, data_name, label_name)

    def iter_next(self):
        found = self._numbers()
        if found is None:
            return False
        numbers, pad = found
        label = nd.array(np.array([self._data.heads[i][0] for i in numbers], 'float32')) if self._labels is None else self._labels.taken(numbers)
        self._batch = DataBatch([self._data.taken(numbers)], [label], pad=pad, index=numbers)
        return True
