"""RecordIO: many records in one file, and an index beside it.

A record is a magic number, a word of its length (and, where the record had to be cut, which piece this is), and its bytes up to a multiple of four. A record is cut where the magic number stands in it: so whoever looks for one
finds the beginning of a record.
"""
import os
import struct
from collections import namedtuple
from numbers import Number

import numpy as _np

_MAGIC = struct.pack('<I', 0xced7230a)
_WHOLE, _FIRST, _MIDDLE, _LAST = range(4)
_LONGEST = (1 << 29) - 1


def _pieces(data):
    """The record, cut at each magic number that begins at a multiple of four."""
    start = at = 0
    while (at := data.find(_MAGIC, at)) >= 0:
        if at % 4:
            at += 1
            continue
        yield data[start:at]
        start = at = at + 4
    yield data[start:]


class MXRecordIO:
    """Records one after the other: flag 'r' reads, 'w' writes."""

    def __init__(self, uri, flag):
        self.uri, self.flag, self._file = uri, flag, None
        self.is_open = False
        self.open()

    def open(self):
        if self.flag not in ('r', 'w'):
            raise ValueError('Invalid flag %s' % self.flag)
        self.writable = self.flag == 'w'
        try:
            self._file = open(self.uri, self.flag + 'b')
        except OSError as error:
            from .base import MXNetError
            raise MXNetError(f'LocalFileSystem: Check failed: allow_null:  :Open "{self.uri}": {error.strerror}') from None
        self.pid = os.getpid()
        self.is_open = True

    def close(self):
        if self.is_open:
            self._file.close()
            self.is_open, self.pid = False, None

    def reset(self):
        """Back to the first record; a file that is written begins anew."""
        self.close()
        self.open()

    def __del__(self):
        if self.__dict__.get('is_open'):
            self.close()

    def __getstate__(self):
        """A copy for another process has its own place in the file."""
        state = {name: value for name, value in self.__dict__.items() if name != '_file'}
        state['was_open'], state['is_open'] = self.is_open, False
        return state

    def __setstate__(self, state):
        was_open = state.pop('was_open')
        self.__dict__.update(state, _file=None)
        if was_open:
            self.open()

    def _check_pid(self, allow_reset=False):
        if self.pid != os.getpid():             # a forked child shares its parent's place in the file
            if not allow_reset:
                raise RuntimeError('Forbidden operation in multiple processes')
            self.reset()

    def write(self, buf):
        """Adds a record."""
        if not self.writable:
            raise AssertionError
        self._check_pid()
        if not isinstance(buf, bytes):
            len(buf)
            raise TypeError(f'bytes or integer address expected instead of {type(buf).__name__} instance')
        if len(buf) > _LONGEST:
            from .base import MXNetError
            raise MXNetError('RecordIO only accept record less than 2^29 bytes')
        pieces = list(_pieces(buf))
        for i, piece in enumerate(pieces):
            kind = _WHOLE if len(pieces) == 1 else _FIRST if not i else _LAST if i == len(pieces) - 1 else _MIDDLE
            self._file.write(b''.join((_MAGIC, struct.pack('<I', kind << 29 | len(piece)), piece, bytes(-len(piece) % 4))))

    def _piece(self):
        head = self._file.read(8)
        if not head:
            return None
        from .base import MXNetError
        if len(head) < 8 or head[:4] != _MAGIC:
            raise MXNetError('Check failed: header[0] == RecordIOWriter::kMagic: Invalid RecordIO File')
        word, = struct.unpack('<I', head[4:])
        size = word & _LONGEST
        data = self._file.read(size + -size % 4)
        if len(data) < size:
            raise MXNetError('Check failed: Invalid RecordIO File: a record is cut off')
        return word >> 29, data[:size]

    def read(self):
        """The next record; None behind the last."""
        if self.writable:
            raise AssertionError
        self._check_pid(allow_reset=True)
        found = self._piece()
        if found is None or found[0] == _WHOLE:
            return found and found[1]
        pieces = [found[1]]
        while found[0] != _LAST:
            found = self._piece()
            if found is None:
                from .base import MXNetError
                raise MXNetError('Check failed: Invalid RecordIO File: a record is cut off')
            pieces.append(found[1])
        return _MAGIC.join(pieces)


class MXIndexedRecordIO(MXRecordIO):
    """Records by key: beside the file lies a text, a line a record: its key and where it begins."""

    def __init__(self, idx_path, uri, flag, key_type=int):
        self.idx_path, self.key_type = idx_path, key_type
        self.idx, self.keys, self.fidx = {}, [], None
        super().__init__(uri, flag)

    def open(self):
        super().open()
        self.idx, self.keys = {}, []
        self.fidx = open(self.idx_path, self.flag)
        if self.writable:
            return
        for line in self.fidx:
            key, place = line.strip().split('\t')[:2]
            self._note(self.key_type(key), int(place))

    def _note(self, key, place):
        self.idx[key] = place
        self.keys.append(key)

    def close(self):
        if self.is_open:
            super().close()
            self.fidx.close()

    def __getstate__(self):
        return {**super().__getstate__(), 'fidx': None}

    def seek(self, idx):
        """The next record to be read is that of the key."""
        if self.writable:
            raise AssertionError
        self._check_pid(allow_reset=True)
        self._file.seek(self.idx[idx])

    def tell(self):
        """Where the next record will be written."""
        if not self.writable:
            raise AssertionError
        return self._file.tell()

    def read_idx(self, idx):
        self.seek(idx)
        return self.read()

    def write_idx(self, idx, buf):
        place, key = self.tell(), self.key_type(idx)
        self.write(buf)
        print(key, place, sep='\t', file=self.fidx)
        self._note(key, place)


IRHeader = namedtuple('HEADER', ['flag', 'label', 'id', 'id2'])
IRHeader.__doc__ = 'What stands before a picture: how many labels there are (0: the one here), the label, two numbers.'
_IR_FORMAT = 'IfQQ'
_IR_SIZE = struct.calcsize(_IR_FORMAT)


def pack(header, s):
    """Header, labels and bytes as one record."""
    flag, label, *numbers = header
    labels = b''
    if isinstance(label, Number):
        flag = 0
    else:
        many = _np.asarray(label, dtype='float32')
        flag, label, labels = many.size, 0, many.tobytes()
    return struct.pack(_IR_FORMAT, flag, label, *numbers) + labels + s


def unpack(s):
    """A record's header (with all labels) and bytes."""
    header, rest = IRHeader._make(struct.unpack_from(_IR_FORMAT, s)), s[_IR_SIZE:]
    if not header.flag:
        return header, rest
    return header._replace(label=_np.frombuffer(rest, dtype='float32', count=header.flag)), rest[4 * header.flag:]


def unpack_img(s, iscolor=-1):
    """A record's header and its picture as an array, blue first (iscolor 0: grey, 1: coloured, -1: as it is)."""
    from .image import _image
    header, data = unpack(s)
    made = _image.decode(data, {0: 1, 1: 3}.get(iscolor, -1), False)
    if made is None or made is False:
        return header, None
    made = made.asnumpy()
    return header, made[:, :, 0] if made.shape[2] == 1 else made


def pack_img(header, img, quality=95, img_fmt='.jpg'):
    """Header and a picture (blue first), encoded: quality is JPEG's 1 … 100 or PNG's 0 … 9."""
    from .image import _image
    kind = img_fmt.lower().lstrip('.')
    if kind not in ('jpg', 'jpeg', 'png'):
        raise ValueError(f'pack_img(img_fmt={img_fmt!r}) is not in perch: .jpg and .png are')
    img = _np.ascontiguousarray(img)
    if str(img.dtype) != 'uint8':
        raise TypeError('pack_img: a picture of uint8 is wanted, not ' + str(img.dtype))
    height, width, channels = img.shape if img.ndim == 3 else (*img.shape, 1)
    quality = min(max(int(quality), 0), 9 if kind == 'png' else 100)
    return pack(header, _image.encode(img.tobytes(), height, width, channels, False, kind, quality))
