"""ZIP archives: stored and deflated members."""
import io
import os
import stat
import struct
import time
import zlib

__all__ = ["BadZipFile", "BadZipfile", "error", "ZIP_STORED", "ZIP_DEFLATED", "is_zipfile",
           "ZipInfo", "ZipFile", "LargeZipFile", "Path"]


class BadZipFile(Exception):
    pass


class LargeZipFile(Exception):
    """The archive would need the ZIP64 extensions."""


error = BadZipfile = BadZipFile
ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
compressor_names = {0: 'store', 8: 'deflate', 12: 'bzip2', 14: 'lzma'}

_END = struct.Struct("<4s4H2LH")                # end of central directory
_CENTRAL = struct.Struct("<4s4B4HL2L5H2L")
_LOCAL = struct.Struct("<4s2B4HL2L2H")


class ZipInfo:
    """What an archive says about one member."""

    def __init__(self, filename="NoName", date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename = filename
        zero = filename.find('\0')
        if zero >= 0:
            filename = filename[:zero]
        if date_time[0] < 1980:
            raise ValueError('ZIP does not support timestamps before 1980')
        self.filename = filename
        self.date_time = date_time
        self.compress_type = ZIP_STORED
        self._compresslevel = None
        self.comment = b""
        self.extra = b""
        self.create_system = 3
        self.create_version = self.extract_version = 20
        self.reserved = self.flag_bits = self.volume = 0
        self.internal_attr = self.external_attr = 0
        self.header_offset = 0
        self.compress_size = self.file_size = 0
        self.CRC = 0

    def __repr__(self):
        result = ['<%s filename=%r' % (self.__class__.__name__, self.filename)]
        if self.compress_type != ZIP_STORED:
            result.append(' compress_type=%s' % compressor_names.get(self.compress_type,
                                                                     self.compress_type))
        hi, lo = self.external_attr >> 16, self.external_attr & 0xFFFF
        if hi:
            result.append(' filemode=%r' % stat.filemode(hi))
        if lo:
            result.append(' external_attr=%#x' % lo)
        if not self.is_dir() or self.file_size:
            result.append(' file_size=%r' % self.file_size)
        if (not self.is_dir() or self.compress_size) and (
                self.compress_type != ZIP_STORED or self.file_size != self.compress_size):
            result.append(' compress_size=%r' % self.compress_size)
        return ''.join(result) + '>'

    def is_dir(self):
        """Is the member a directory?"""
        return self.filename[-1:] == '/'

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        """From a file on disk."""
        filename = os.fspath(filename)
        st = os.stat(filename)
        date_time = time.localtime(st.st_mtime)[:6]
        if not strict_timestamps:
            date_time = min(max(date_time, (1980, 1, 1, 0, 0, 0)), (2107, 12, 31, 23, 59, 59))
        name = os.path.normpath(os.fspath(filename if arcname is None else arcname)).lstrip('/')
        is_dir = stat.S_ISDIR(st.st_mode)
        info = cls(name + '/' if is_dir else name, date_time)
        info.external_attr = (st.st_mode & 0xFFFF) << 16
        if is_dir:
            info.external_attr |= 0x10
        else:
            info.file_size = st.st_size
        return info

    def _name(self):
        try:
            return self.filename.encode('ascii'), self.flag_bits
        except UnicodeEncodeError:
            return self.filename.encode('utf-8'), self.flag_bits | 0x800

    def _stamp(self):
        d = self.date_time
        return (d[3] << 11 | d[4] << 5 | d[5] // 2, (d[0] - 1980) << 9 | d[1] << 5 | d[2])

    def FileHeader(self, zip64=None):
        """The header before the member's data."""
        name, flags = self._name()
        t, d = self._stamp()
        return _LOCAL.pack(b"PK\003\004", self.extract_version, 0, flags, self.compress_type,
                           t, d, self.CRC, self.compress_size, self.file_size, len(name),
                           len(self.extra)) + name + self.extra

    def _central(self):
        name, flags = self._name()
        t, d = self._stamp()
        return _CENTRAL.pack(b"PK\001\002", self.create_version, self.create_system,
                             self.extract_version, 0, flags, self.compress_type, t, d, self.CRC,
                             self.compress_size, self.file_size, len(name), len(self.extra),
                             len(self.comment), 0, self.internal_attr, self.external_attr,
                             self.header_offset) + name + self.extra + self.comment


def _find_end(fp):
    """The end record's fields and its place, or None."""
    fp.seek(0, 2)
    size = fp.tell()
    start = max(0, size - 65557)
    fp.seek(start)
    data = fp.read()
    at = data.rfind(b"PK\005\006")
    if at < 0 or len(data) - at < _END.size:
        return None
    fields = _END.unpack(data[at:at + _END.size])
    comment = data[at + _END.size:at + _END.size + fields[7]]
    return fields, comment, start + at


def is_zipfile(filename):
    """Is the file a ZIP archive, by its end?"""
    try:
        if hasattr(filename, "read"):
            return _find_end(filename) is not None
        with open(filename, "rb") as fp:
            return _find_end(fp) is not None
    except OSError:
        return False


class ZipFile:
    """A ZIP archive: mode 'r', 'w', 'x' or 'a'."""

    fp = None

    def __init__(self, file, mode="r", compression=ZIP_STORED, allowZip64=True,
                 compresslevel=None, *, strict_timestamps=True, metadata_encoding=None):
        if mode not in ('r', 'w', 'x', 'a'):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_compression(compression)
        self.debug = 0
        self.NameToInfo = {}
        self.filelist = []
        self.compression = compression
        self.compresslevel = compresslevel
        self.mode = mode
        self.pwd = None
        self._comment = b''
        self._strict_timestamps = strict_timestamps
        self._changed = False
        if isinstance(file, (str, bytes)) or hasattr(file, '__fspath__'):
            self._own = True
            self.filename = os.fspath(file)
            modes = {'r': 'rb', 'w': 'w+b', 'x': 'x+b', 'a': 'r+b'}
            try:
                self.fp = open(self.filename, modes[mode])
            except FileNotFoundError:
                if mode != 'a':
                    raise
                self.fp = open(self.filename, 'w+b')
        else:
            self._own = False
            self.fp = file
            self.filename = getattr(file, 'name', None)
        try:
            if mode == 'r':
                self._read_directory()
            elif mode == 'a':
                try:
                    self._read_directory()
                    self.fp.seek(self.start_dir)
                except BadZipFile:
                    self.fp.seek(0, 2)
                    self.start_dir = self.fp.tell()
                    self._changed = True
            else:
                self.start_dir = self.fp.tell() if not self._own else 0
                self._changed = True
        except BaseException:
            fp, self.fp = self.fp, None
            if self._own:
                fp.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.close()

    def __repr__(self):
        text = f'<{self.__class__.__module__}.{self.__class__.__qualname__}'
        if self.fp is None:
            return text + ' [closed]>'
        if self._own:
            return text + f' filename={self.filename!r} mode={self.mode!r}>'
        return text + f' file={self.fp!r} mode={self.mode!r}>'

    def _read_directory(self):
        fp = self.fp
        try:
            found = _find_end(fp)
        except OSError:
            raise BadZipFile("File is not a zip file")
        if found is None:
            raise BadZipFile("File is not a zip file")
        fields, self._comment, end = found
        size, offset = fields[5], fields[6]
        if end >= 76:                           # ZIP64's own end of the directory stands before its locator
            fp.seek(end - 76)
            both = fp.read(76)
            if both[56:60] == b'PK\006\007' and both[:4] == b'PK\006\006':
                size, offset = struct.unpack('<QQ', both[40:56])
                end -= 76
        extra = end - size - offset             # bytes in front of the archive
        self.start_dir = offset + extra
        if self.start_dir < 0:
            raise BadZipFile("Bad offset for central directory")
        fp.seek(self.start_dir)
        data = fp.read(size)
        pos = 0
        while pos < size:
            part = data[pos:pos + _CENTRAL.size]
            if len(part) != _CENTRAL.size:
                raise BadZipFile("Truncated central directory")
            c = _CENTRAL.unpack(part)
            if c[0] != b"PK\001\002":
                raise BadZipFile("Bad magic number for central directory")
            pos += _CENTRAL.size
            name = data[pos:pos + c[12]]
            name = name.decode('utf-8' if c[5] & 0x800 or name.isascii() else 'cp437')
            pos += c[12]
            t, d = c[7], c[8]
            info = ZipInfo(name)
            info.date_time = ((d >> 9) + 1980, (d >> 5) & 15, d & 31,
                              t >> 11, (t >> 5) & 63, (t & 31) * 2)
            info.extra = data[pos:pos + c[13]]
            pos += c[13]
            info.comment = data[pos:pos + c[14]]
            pos += c[14]
            info.create_version, info.create_system, info.extract_version = c[1], c[2], c[3]
            info.flag_bits, info.compress_type = c[5], c[6]
            info.CRC, info.compress_size, info.file_size = c[9], c[10], c[11]
            info.volume, info.internal_attr, info.external_attr = c[15], c[16], c[17]
            info.header_offset = c[18] + extra
            self.filelist.append(info)
            self.NameToInfo[info.filename] = info

    @property
    def comment(self):
        """The archive's comment."""
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError("comment: expected bytes, got %s" % type(comment).__name__)
        self._comment = comment[:65535]
        self._changed = True

    def namelist(self):
        """The names of the members."""
        return [info.filename for info in self.filelist]

    def infolist(self):
        """The ZipInfo objects of the members."""
        return self.filelist

    def printdir(self, file=None):
        """Print a table of the members."""
        print("%-46s %19s %12s" % ("File Name", "Modified    ", "Size"), file=file)
        for info in self.filelist:
            date = "%d-%02d-%02d %02d:%02d:%02d" % info.date_time[:6]
            print("%-46s %s %12d" % (info.filename, date, info.file_size), file=file)

    def testzip(self):
        """The name of the first damaged member, or None."""
        for info in self.filelist:
            try:
                self.read(info)
            except BadZipFile:
                return info.filename

    def getinfo(self, name):
        """The ZipInfo of a member."""
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError('There is no item named %r in the archive' % name)
        return info

    def setpassword(self, pwd):
        self.pwd = pwd

    def read(self, name, pwd=None):
        """The content of a member."""
        if not self.fp:
            raise ValueError("Attempt to use ZIP archive that was already closed")
        info = name if isinstance(name, ZipInfo) else self.getinfo(name)
        fp = self.fp
        place = fp.tell()
        fp.seek(info.header_offset)
        head = fp.read(_LOCAL.size)
        if len(head) != _LOCAL.size:
            raise BadZipFile("Truncated file header")
        head = _LOCAL.unpack(head)
        if head[0] != b"PK\003\004":
            raise BadZipFile("Bad magic number for file header")
        fp.seek(head[10] + head[11], 1)
        if info.flag_bits & 1:
            raise RuntimeError("File %r is encrypted, password required for extraction"
                               % info.filename)
        _check_compression(info.compress_type)
        data = fp.read(info.compress_size)
        fp.seek(place)
        if info.compress_type == ZIP_DEFLATED:
            try:
                data = zlib.decompress(data, -15)
            except zlib.error as e:
                raise BadZipFile(f"Bad data for file {info.filename!r}: {e}") from None
        if zlib.crc32(data) != info.CRC:
            raise BadZipFile("Bad CRC-32 for file %r" % info.filename)
        return data

    def open(self, name, mode="r", pwd=None, *, force_zip64=False):
        """A member as a binary file object."""
        if mode not in {"r", "w"}:
            raise ValueError('open() requires mode "r" or "w"')
        if not self.fp:
            raise ValueError("Attempt to use ZIP archive that was already closed")
        if mode == 'w':
            if not isinstance(name, ZipInfo):
                info = ZipInfo(name, time.localtime()[:6])
                info.compress_type = self.compression
            else:
                info = name
            return _MemberWriter(self, info)
        info = name if isinstance(name, ZipInfo) else self.getinfo(name)
        return _MemberReader(self.read(info), info)

    def _target(self, info, path):
        """Where a member is extracted to: never outside path."""
        parts = [p for p in info.filename.split('/') if p not in ('', '.', '..')]
        return os.path.join(path, *parts) if parts else path

    def extract(self, member, path=None, pwd=None):
        """Write a member to disk; returns its path there."""
        path = os.getcwd() if path is None else os.fspath(path)
        info = member if isinstance(member, ZipInfo) else self.getinfo(member)
        target = os.path.normpath(self._target(info, path))
        above = os.path.dirname(target)
        if above and not os.path.exists(above):
            os.makedirs(above)
        if info.is_dir():
            if not os.path.isdir(target):
                os.mkdir(target)
            return target
        with open(target, "wb") as f:
            f.write(self.read(info))
        return target

    def extractall(self, path=None, members=None, pwd=None):
        """Write all members to disk."""
        for member in self.namelist() if members is None else members:
            self.extract(member, path, pwd)

    def _check_writable(self):
        if self.mode not in ('w', 'x', 'a'):
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if not self.fp:
            raise ValueError("Attempt to write ZIP archive that was already closed")

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        """Add a file."""
        self._check_writable()
        info = ZipInfo.from_file(filename, arcname, strict_timestamps=self._strict_timestamps)
        info.compress_type = self.compression if compress_type is None else compress_type
        info._compresslevel = self.compresslevel if compresslevel is None else compresslevel
        if info.is_dir():
            info.compress_type = ZIP_STORED
            self._add(info, b'')
        else:
            with open(filename, "rb") as f:
                self._add(info, f.read())

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        """Add a member from a str or bytes."""
        if isinstance(data, str):
            data = data.encode("utf-8")
        if isinstance(zinfo_or_arcname, ZipInfo):
            info = zinfo_or_arcname
        else:
            info = ZipInfo(zinfo_or_arcname, time.localtime(time.time())[:6])
            info.compress_type = self.compression
            info._compresslevel = self.compresslevel
            if info.is_dir():
                info.external_attr = 0o40775 << 16 | 0x10
            else:
                info.external_attr = 0o600 << 16
        if not self.fp:
            raise ValueError("Attempt to write to ZIP archive that was already closed")
        if compress_type is not None:
            info.compress_type = compress_type
        if compresslevel is not None:
            info._compresslevel = compresslevel
        self._check_writable()
        self._add(info, bytes(data))

    def mkdir(self, name, mode=511):
        """Add a directory."""
        if isinstance(name, ZipInfo):
            info = name
        else:
            info = ZipInfo(name if name.endswith('/') else name + '/')
            info.external_attr = ((0o40000 | mode) & 0xFFFF) << 16 | 0x10
        self._check_writable()
        self._add(info, b'')

    def _add(self, info, data):
        if info.filename in self.NameToInfo:
            import warnings
            warnings.warn('Duplicate name: %r' % info.filename, stacklevel=3)
        _check_compression(info.compress_type)
        if not info.external_attr:
            info.external_attr = 0o600 << 16
        info.CRC = zlib.crc32(data)
        info.file_size = len(data)
        if info.compress_type == ZIP_DEFLATED:
            level = -1 if info._compresslevel is None else info._compresslevel
            c = zlib.compressobj(level, zlib.DEFLATED, -15)
            data = c.compress(data) + c.flush()
        info.compress_size = len(data)
        self.fp.seek(self.start_dir)
        info.header_offset = self.fp.tell()
        self.fp.write(info.FileHeader() + data)
        self.start_dir = self.fp.tell()
        self.filelist.append(info)
        self.NameToInfo[info.filename] = info
        self._changed = True

    def close(self):
        """Write the directory of the archive, and close."""
        if self.fp is None:
            return
        fp = self.fp
        try:
            if self.mode in ('w', 'x', 'a') and self._changed:
                fp.seek(self.start_dir)
                directory = b''.join(info._central() for info in self.filelist)
                n = len(self.filelist)
                fp.write(directory + _END.pack(b"PK\005\006", 0, 0, n, n, len(directory),
                                               self.start_dir, len(self._comment))
                         + self._comment)
                if self.mode == 'a':
                    fp.truncate()
                fp.flush()
        finally:
            self.fp = None
            if self._own:
                fp.close()

    def __del__(self):
        self.close()


def _check_compression(compression):
    if compression not in (ZIP_STORED, ZIP_DEFLATED):
        raise NotImplementedError("That compression method is not supported")


class _MemberReader(io.BytesIO):
    """An opened member."""

    def __init__(self, data, info):
        super().__init__(data)
        self.name = info.filename
        self.mode = 'r'


class _MemberWriter(io.BytesIO):
    """A member being written; it joins the archive at close()."""

    def __init__(self, archive, info):
        super().__init__()
        self._archive, self._info = archive, info

    def close(self):
        if not self.closed:
            data = self.getvalue()
            super().close()
            self._archive._add(self._info, data)

    def __exit__(self, *exc):
        self.close()


class Path:
    """A place inside an archive, like pathlib's paths."""

    def __init__(self, root, at=""):
        self.root = root if isinstance(root, ZipFile) else ZipFile(root)
        self.at = at

    def __repr__(self):
        return f"Path({self.root.filename!r}, {self.at!r})"

    def __str__(self):
        return os.path.join(self.root.filename, self.at)

    @property
    def name(self):
        return os.path.basename(self.at.rstrip('/')) or os.path.basename(self.root.filename)

    def _names(self):
        names = self.root.namelist()
        seen = set(names)
        for name in names:
            above = os.path.dirname(name.rstrip('/'))
            while above and above + '/' not in seen:
                seen.add(above + '/')
                names.append(above + '/')
                above = os.path.dirname(above)
        return names

    def is_dir(self):
        return not self.at or self.at.endswith('/')

    def is_file(self):
        return self.exists() and not self.is_dir()

    def exists(self):
        return not self.at or self.at in self._names()

    def iterdir(self):
        if not self.is_dir():
            raise ValueError("Can't listdir a file")
        for name in self._names():
            if os.path.dirname(name.rstrip('/')) == self.at.rstrip('/'):
                yield Path(self.root, name)

    def joinpath(self, *other):
        at = os.path.join(self.at, *other)
        return Path(self.root, at + '/' if at not in self._names()
                    and at + '/' in self._names() else at)

    __truediv__ = joinpath

    def read_bytes(self):
        return self.root.read(self.at)

    def read_text(self, encoding='utf-8'):
        return self.read_bytes().decode(encoding)
