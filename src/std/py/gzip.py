"""Files compressed with gzip."""
import io
import os
import struct
import time
import zlib

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

READ, WRITE = 1, 2
_builtin_open = open


class BadGzipFile(OSError):
    """The file is no gzip file."""


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    """Open a gzip file, for bytes or ("rt", "wt") for text."""
    if "t" in mode:
        if "b" in mode:
            raise ValueError("Invalid mode: %r" % (mode,))
    else:
        for name, value in (('encoding', encoding), ('errors', errors), ('newline', newline)):
            if value is not None:
                raise ValueError(f"Argument '{name}' not supported in binary mode")
    binary_mode = mode.replace("t", "")
    if isinstance(filename, (str, bytes)) or hasattr(filename, '__fspath__'):
        file = GzipFile(filename, binary_mode, compresslevel)
    elif hasattr(filename, "read") or hasattr(filename, "write"):
        file = GzipFile(None, binary_mode, compresslevel, filename)
    else:
        raise TypeError("filename must be a str or bytes object, or a file")
    return _Text(file, encoding, errors, newline) if "t" in mode else file


class _Text:
    """Text over a GzipFile."""

    def __init__(self, file, encoding, errors, newline):
        self._raw = file
        self.encoding, self.errors = encoding or 'utf-8', errors or 'strict'
        self.name = getattr(file, 'name', '')
        if file.mode == READ:
            text = file.read().decode(self.encoding, self.errors)
            self._text = io.StringIO(text, newline)
            if newline is None:
                self._text = io.StringIO(text.replace('\r\n', '\n').replace('\r', '\n'))
        else:
            self._text = None

    def write(self, s):
        if self._text is not None:
            raise io.UnsupportedOperation('not writable')
        self._raw.write(s.encode(self.encoding, self.errors))
        return len(s)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def __getattr__(self, name):
        return getattr(self.__dict__['_text'] or self.__dict__['_raw'], name)

    def __iter__(self):
        return iter(self._text)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def flush(self):
        pass

    @property
    def closed(self):
        return self._raw.closed

    def close(self):
        self._raw.close()


def _header(filename, mtime, level):
    name = os.path.basename(filename)
    if isinstance(name, str):
        try:
            name = name.encode('latin-1')
        except UnicodeEncodeError:
            name = b''
    if name.endswith(b'.gz'):
        name = name[:-3]
    extra = b'\002' if level == 9 else b'\004' if level == 1 else b'\000'
    return (b'\037\213\010' + (b'\010' if name else b'\0')
            + struct.pack("<L", int(time.time() if mtime is None else mtime))
            + extra + b'\377' + (name + b'\0' if name else b''))


class GzipFile:
    """A gzip file as a binary file object."""

    myfileobj = None

    def __init__(self, filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None):
        if mode and ('t' in mode or 'U' in mode):
            raise ValueError("Invalid mode: {!r}".format(mode))
        if mode and 'b' not in mode:
            mode += 'b'
        if fileobj is None:
            fileobj = self.myfileobj = _builtin_open(filename, mode or 'rb')
        if filename is None:
            filename = getattr(fileobj, 'name', '')
            if not isinstance(filename, (str, bytes)):
                filename = ''
        else:
            filename = os.fspath(filename)
        if mode is None:
            mode = getattr(fileobj, 'mode', 'rb')
        self.name = filename
        self.fileobj = fileobj
        self.mtime = mtime
        if mode.startswith('r'):
            self.mode = READ
            self._data = None
            self._pos = 0
        elif mode.startswith(('w', 'a', 'x')):
            self.mode = WRITE
            self._crc = zlib.crc32(b"")
            self._size = 0
            self._compress = zlib.compressobj(compresslevel, zlib.DEFLATED, -zlib.MAX_WBITS,
                                              zlib.DEF_MEM_LEVEL, 0)
            fileobj.write(_header(filename, mtime, compresslevel))
        else:
            raise ValueError("Invalid mode: {!r}".format(mode))

    def __repr__(self):
        return '<gzip ' + repr(self.fileobj)[1:-1] + ' ' + hex(id(self)) + '>'

    def _check(self, mode, message):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file.")
        if self.mode != mode:
            raise OSError(9, message)

    def _content(self):
        """All the data, decompressed at the first read."""
        self._check(READ, "read() on write-only GzipFile object")
        if self._data is None:
            self._data, self.mtime = _decompress_members(self.fileobj.read())
        return self._data

    def write(self, data):
        """Add bytes; returns how many."""
        self._check(WRITE, "write() on read-only GzipFile object")
        if not isinstance(data, (bytes, bytearray)):
            data = memoryview(data).tobytes()
        if data:
            self.fileobj.write(self._compress.compress(data))
            self._size += len(data)
            self._crc = zlib.crc32(data, self._crc)
        return len(data)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        """Up to size bytes, or all."""
        data = self._content()
        end = len(data) if size is None or size < 0 else self._pos + size
        result = data[self._pos:end]
        self._pos += len(result)
        return result

    read1 = read

    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)

    def peek(self, n=1):
        return self._content()[self._pos:self._pos + max(n, 1)]

    def readline(self, size=-1):
        """One line."""
        data = self._content()
        end = data.find(b'\n', self._pos) + 1 or len(data)
        if size is not None and size >= 0:
            end = min(end, self._pos + size)
        result = data[self._pos:end]
        self._pos = end
        return result

    def readlines(self, hint=-1):
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def seek(self, offset, whence=0):
        """Go to a place in the data."""
        if self.mode == WRITE:
            if whence == 1:
                offset += self._size
            elif whence:
                raise ValueError('Seek from end not supported')
            if offset < self._size:
                raise OSError('Negative seek in write mode')
            self.write(b'\0' * (offset - self._size))
            return self._size
        base = (0, self._pos, len(self._content()))[whence]
        self._pos = max(0, base + offset)
        return self._pos

    def tell(self):
        return self._pos if self.mode == READ else self._size

    def rewind(self):
        self.seek(0)

    def flush(self, zlib_mode=2):
        if self.mode == WRITE and self.fileobj is not None:
            self.fileobj.write(self._compress.flush(zlib_mode))
            self.fileobj.flush()

    def fileno(self):
        return self.fileobj.fileno()

    def readable(self):
        return self.mode == READ

    def writable(self):
        return self.mode == WRITE

    def seekable(self):
        return True

    @property
    def closed(self):
        return self.fileobj is None

    def close(self):
        """Write what is left, and close."""
        fileobj = self.fileobj
        if fileobj is None:
            return
        try:
            if self.mode == WRITE:
                fileobj.write(self._compress.flush())
                fileobj.write(struct.pack("<LL", self._crc, self._size & 0xffffffff))
        finally:
            self.fileobj = None
            if self.myfileobj is not None:
                self.myfileobj.close()
                self.myfileobj = None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def __del__(self):
        if getattr(self, 'fileobj', None) is not None and self.mode == WRITE:
            self.close()


_EOF = "Compressed file ended before the end-of-stream marker was reached"


def _decompress_members(data, brief=False):
    """(the data of all members, mtime of the last)."""
    out = []
    mtime = None
    pos = 0
    while pos < len(data):
        if not any(data[pos:pos + 1]) and not data[pos:].strip(b'\0'):
            break                               # zeros behind the last member
        if data[pos:pos + 2] != b'\037\213':
            raise BadGzipFile('Not a gzipped file (%r)' % data[pos:pos + 2])
        if len(data) < pos + 10:
            raise EOFError(_EOF)
        method, flag, mtime = struct.unpack("<BBIxx", data[pos + 2:pos + 10])
        if method != 8:
            raise BadGzipFile('Unknown compression method')
        pos += 10
        if flag & 4:
            pos += 2 + int.from_bytes(data[pos:pos + 2], 'little')
        for bit in (8, 16):                     # file name, comment
            if flag & bit:
                end = data.find(b'\0', pos)
                if end < 0:
                    raise EOFError(_EOF)
                pos = end + 1
        if flag & 2:
            pos += 2
        d = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        body = d.decompress(data[pos:])
        if not d.eof or len(d.unused_data) < 8:
            raise EOFError(_EOF)
        crc, size = struct.unpack("<II", d.unused_data[:8])
        if crc != zlib.crc32(body):
            if brief:
                raise BadGzipFile("CRC check failed")
            raise BadGzipFile("CRC check failed %s != %s" % (hex(crc), hex(zlib.crc32(body))))
        if size != len(body) & 0xffffffff:
            raise BadGzipFile("Incorrect length of data produced")
        out.append(body)
        pos = len(data) - len(d.unused_data) + 8
    return b''.join(out), mtime


def compress(data, compresslevel=9, *, mtime=None):
    """Bytes as a gzip file."""
    c = zlib.compressobj(compresslevel, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, 0)
    return (_header('', mtime, compresslevel) + c.compress(data) + c.flush()
            + struct.pack("<LL", zlib.crc32(data), len(data) & 0xffffffff))


def decompress(data):
    """The bytes in a gzip file."""
    return _decompress_members(bytes(data), True)[0]
