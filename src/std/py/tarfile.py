"""tar archives, plain and with gzip."""
import io
import os
import stat
import time

__all__ = ["TarFile", "TarInfo", "is_tarfile", "TarError", "ReadError", "CompressionError",
           "StreamError", "ExtractError", "HeaderError", "ENCODING", "USTAR_FORMAT",
           "GNU_FORMAT", "PAX_FORMAT", "DEFAULT_FORMAT", "open"]

BLOCKSIZE = 512
RECORDSIZE = BLOCKSIZE * 20
REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE = b"0", b"\0", b"1", b"2"
CHRTYPE, BLKTYPE, DIRTYPE, FIFOTYPE, CONTTYPE = b"3", b"4", b"5", b"6", b"7"
GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, XHDTYPE, XGLTYPE = b"L", b"K", b"x", b"g"
USTAR_FORMAT, GNU_FORMAT, PAX_FORMAT = 0, 1, 2
DEFAULT_FORMAT = PAX_FORMAT
ENCODING = 'utf-8'
_builtin_open = open


class TarError(Exception):
    """Base of the errors here."""


class ExtractError(TarError):
    pass


class ReadError(TarError):
    pass


class CompressionError(TarError):
    pass


class StreamError(TarError):
    pass


class HeaderError(TarError):
    pass


class FilterError(TarError):
    """A member is refused."""


class OutsideDestinationError(FilterError):
    def __init__(self, tarinfo, path):
        self.tarinfo = tarinfo
        super().__init__(f'{tarinfo.name!r} would be extracted to {path!r}, '
                         'which is outside the destination')


def _text(field):
    return field.split(b'\0', 1)[0].decode(ENCODING, 'surrogateescape')


def _number(field):
    """A number in a header: octal text, or base 256."""
    if field[0] in (0o200, 0o377):
        n = int.from_bytes(field[1:], 'big')
        return n - 256 ** (len(field) - 1) if field[0] == 0o377 else n
    try:
        return int(field.split(b'\0', 1)[0].decode('ascii').strip() or '0', 8)
    except ValueError:
        raise HeaderError("invalid header")


def _put_number(n, digits):
    n = int(n)
    if 0 <= n < 8 ** (digits - 1):
        return b'%0*o\0' % (digits - 1, n)
    return bytes([0o200 if n >= 0 else 0o377]) + (n % 256 ** (digits - 1)).to_bytes(
        digits - 1, 'big')


def _checksum(block):
    return 256 + sum(block[:148]) + sum(block[156:512])


def _padded(data):
    return data + b'\0' * (-len(data) % BLOCKSIZE)


class TarInfo:
    """What an archive says about one member."""

    def __init__(self, name=""):
        self.name = name
        self.mode = 0o644
        self.uid = self.gid = self.size = 0
        self.mtime = 0
        self.chksum = 0
        self.type = REGTYPE
        self.linkname = self.uname = self.gname = ""
        self.devmajor = self.devminor = 0
        self.offset = self.offset_data = 0
        self.pax_headers = {}
        self.tarfile = None

    @property
    def path(self):
        return self.name

    @path.setter
    def path(self, name):
        self.name = name

    @property
    def linkpath(self):
        return self.linkname

    @linkpath.setter
    def linkpath(self, name):
        self.linkname = name

    def __repr__(self):
        return "<%s %r at %#x>" % (self.__class__.__name__, self.name, id(self))

    def isreg(self):
        return self.type in (REGTYPE, AREGTYPE, CONTTYPE)

    isfile = isreg

    def isdir(self):
        return self.type == DIRTYPE

    def issym(self):
        return self.type == SYMTYPE

    def islnk(self):
        return self.type == LNKTYPE

    def ischr(self):
        return self.type == CHRTYPE

    def isblk(self):
        return self.type == BLKTYPE

    def isfifo(self):
        return self.type == FIFOTYPE

    def isdev(self):
        return self.type in (CHRTYPE, BLKTYPE, FIFOTYPE)

    def get_info(self):
        """The fields, as a dict."""
        info = {n: getattr(self, n) for n in (
            'name', 'mode', 'uid', 'gid', 'size', 'mtime', 'chksum', 'type', 'linkname', 'uname',
            'gname', 'devmajor', 'devminor')}
        info['mode'] &= 0o7777
        if info["type"] == DIRTYPE and not info["name"].endswith("/"):
            info["name"] += "/"
        return info

    def tobuf(self, format=DEFAULT_FORMAT, encoding=ENCODING, errors="surrogateescape"):
        """The header blocks of the member."""
        info = self.get_info()
        pax = {}
        for field, key in (('name', 'path'), ('linkname', 'linkpath')):
            raw = info[field].encode(ENCODING, 'surrogateescape')
            if len(raw) > 100 or not raw.isascii() and format == PAX_FORMAT:
                pax[key] = info[field]
        for field in ('uname', 'gname'):
            if len(info[field].encode()) > 32:
                pax[field] = info[field]
        if info['size'] >= 8 ** 11:
            pax['size'] = str(info['size'])
        if isinstance(info['mtime'], float) and format == PAX_FORMAT:
            pax['mtime'] = str(info['mtime'])
        front = b''
        if pax and format == USTAR_FORMAT:
            raise ValueError("name is too long")
        if pax and format == GNU_FORMAT:
            for key, kind in (('linkpath', GNUTYPE_LONGLINK), ('path', GNUTYPE_LONGNAME)):
                if key in pax:
                    data = pax[key].encode(ENCODING, 'surrogateescape') + b'\0'
                    front += _block('././@LongLink', 0, 0, 0, len(data), 0, kind,
                                    magic=b"ustar  \0") + _padded(data)
        elif pax:
            data = b''.join(_pax_record(k, v) for k, v in pax.items())
            front = _block('././@PaxHeader', 0, 0, 0, len(data), 0, XHDTYPE) + _padded(data)
        magic = b"ustar  \0" if format == GNU_FORMAT else b"ustar\x0000"
        return front + _block(info['name'], info['mode'], info['uid'], info['gid'],
                              info['size'], info['mtime'], info['type'], info['linkname'],
                              info['uname'], info['gname'], magic,
                              info['devmajor'] if self.type in (CHRTYPE, BLKTYPE) else 0,
                              info['devminor'] if self.type in (CHRTYPE, BLKTYPE) else 0,
                              self.type in (CHRTYPE, BLKTYPE))

    def replace(self, **changes):
        """A copy with some fields changed."""
        import copy
        result = copy.copy(self)
        changes.pop('deep', None)
        for name, value in changes.items():
            setattr(result, name, value)
        return result


def _pax_record(key, value):
    body = b' ' + key.encode() + b'=' + value.encode('utf-8', 'surrogateescape') + b'\n'
    n = len(body)
    while len(str(n)) + len(body) != n:
        n = len(str(n)) + len(body)
    return str(n).encode() + body


def _block(name, mode, uid, gid, size, mtime, kind, linkname='', uname='', gname='',
           magic=b"ustar\x0000", major=0, minor=0, device=False):
    def text(s, n):
        return s.encode(ENCODING, 'surrogateescape')[:n].ljust(n, b'\0')
    parts = [text(name, 100), _put_number(mode & 0o7777, 8), _put_number(uid, 8),
             _put_number(gid, 8), _put_number(size if size < 8 ** 11 else 0, 12),
             _put_number(mtime, 12), b"        ", kind, text(linkname, 100), magic,
             text(uname, 32), text(gname, 32),
             _put_number(major, 8) if device else b'\0' * 8,
             _put_number(minor, 8) if device else b'\0' * 8, b'\0' * 155]
    block = b''.join(parts).ljust(BLOCKSIZE, b'\0')
    return block[:148] + b'%06o\0' % _checksum(block) + block[155:]


def is_tarfile(name):
    """Is the file a tar archive?"""
    try:
        if hasattr(name, "read"):
            TarFile.open(fileobj=name).close()
        else:
            TarFile.open(name).close()
        return True
    except TarError:
        return False


def fully_trusted_filter(member, dest_path):
    return member


def data_filter(member, dest_path):
    """Refuse what would leave the destination; drop owner and odd permissions."""
    name = member.name.lstrip('/')
    target = os.path.realpath(os.path.join(dest_path, name))
    dest = os.path.realpath(dest_path)
    if os.path.commonpath([target, dest]) != dest:
        raise OutsideDestinationError(member, target)
    return member.replace(name=name)


tar_filter = data_filter


class TarFile:
    """A tar archive."""

    def __init__(self, name=None, mode="r", fileobj=None, format=None, tarinfo=None,
                 dereference=None, ignore_zeros=None, encoding=None, errors="surrogateescape",
                 pax_headers=None, debug=None, errorlevel=None, copybufsize=None):
        modes = {"r": "rb", "a": "r+b", "w": "wb", "x": "xb"}
        if mode not in modes:
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        self.mode = mode
        self._own = fileobj is None
        if fileobj is None:
            if mode == 'a' and not os.path.exists(name):
                modes['a'] = 'wb'
            fileobj = _builtin_open(name, modes[mode])
        elif name is None and isinstance(getattr(fileobj, "name", None), (str, bytes)):
            name = fileobj.name
        self.name = os.path.abspath(name) if name else None
        self.fileobj = fileobj
        self.format = DEFAULT_FORMAT if format is None else format
        self.dereference = bool(dereference)
        self.tarinfo = tarinfo or TarInfo
        self.pax_headers = dict(pax_headers or {})
        self.closed = False
        self.members = []
        self._loaded = mode in ('w', 'x')
        self.offset = fileobj.tell()
        try:
            if mode == 'r':
                self._first = self.next()
            elif mode == 'a':
                self._load()
                fileobj.seek(self.offset)
        except BaseException:
            if self._own:
                fileobj.close()
            self.closed = True
            raise

    @classmethod
    def open(cls, name=None, mode="r", fileobj=None, bufsize=10240, **kwargs):
        """Open an archive: 'r', 'r:gz', 'w', 'w:gz', 'a', 'x' ..."""
        if not name and not fileobj:
            raise ValueError("nothing to open")
        mode = mode.replace('|', ':')
        kind, _, compression = mode.partition(':')
        kind = kind or 'r'
        if kind not in ('r', 'w', 'a', 'x'):
            raise ValueError("undiscernible mode")
        if compression not in ('', 'tar', 'gz', '*'):
            raise CompressionError("unknown compression type %r" % compression)
        if kind == 'r' and compression in ('', '*'):
            start = fileobj.tell() if fileobj is not None else 0
            try:
                return cls.gzopen(name, 'r', fileobj, **kwargs)
            except ReadError:
                if fileobj is not None:
                    fileobj.seek(start)
            try:
                return cls(name, 'r', fileobj, **kwargs)
            except ReadError as e:
                raise ReadError("file could not be opened successfully:\n"
                                f"- method gz: ReadError('not a gzip file')\n"
                                f"- method tar: {e!r}") from None
        if compression == 'gz':
            return cls.gzopen(name, kind, fileobj, **kwargs)
        return cls(name, kind, fileobj, **kwargs)

    @classmethod
    def taropen(cls, name, mode="r", fileobj=None, **kwargs):
        return cls(name, mode, fileobj, **kwargs)

    @classmethod
    def gzopen(cls, name, mode="r", fileobj=None, compresslevel=9, **kwargs):
        """Open an archive that is compressed with gzip."""
        if mode not in ("r", "w", "x"):
            raise ValueError("mode must be 'r', 'w' or 'x'")
        from gzip import GzipFile
        file = GzipFile(name, mode + "b", compresslevel, fileobj)
        try:
            tar = cls(name, mode, file, **kwargs)
        except (OSError, EOFError) as e:
            file.close()
            raise ReadError("not a gzip file") from e
        except BaseException:
            file.close()
            raise
        tar._own = True
        return tar

    # --- reading ---

    def _read_header(self):
        """The next member, with its long names; None at the end."""
        start = self.offset
        extra = {}
        while True:
            self.fileobj.seek(self.offset)
            block = self.fileobj.read(BLOCKSIZE)
            if not block:
                if self.offset == 0:
                    raise ReadError("empty file")
                return None
            if len(block) != BLOCKSIZE:
                raise ReadError("truncated header" if self.offset == 0 else "unexpected end of data")
            if not block.strip(b'\0'):
                return None
            try:
                stored = _number(block[148:156])
                if stored not in (_checksum(block), _signed_checksum(block)):
                    raise HeaderError("bad checksum")
            except HeaderError as e:
                if self.offset == 0:
                    raise ReadError("invalid header" if "invalid" in str(e) else str(e)) from None
                return None
            kind = block[156:157]
            size = _number(block[124:136])
            data_at = self.offset + BLOCKSIZE
            if kind in (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK):
                text = _text(self.fileobj.read(size))
                extra['path' if kind == GNUTYPE_LONGNAME else 'linkpath'] = text
            elif kind in (XHDTYPE, XGLTYPE):
                records = _pax_records(self.fileobj.read(size))
                if kind == XGLTYPE:
                    self.pax_headers.update(records)
                else:
                    extra.update(records)
            else:
                return self._member(block, kind, size, start, data_at, extra)
            self.offset = data_at + (size + 511) // 512 * 512

    def _member(self, block, kind, size, start, data_at, extra):
        info = self.tarinfo(_text(block[:100]))
        info.mode, info.uid, info.gid = (_number(block[100:108]), _number(block[108:116]),
                                         _number(block[116:124]))
        info.size, info.mtime, info.chksum = size, _number(block[136:148]), _number(block[148:156])
        info.type = kind
        info.linkname = _text(block[157:257])
        info.uname, info.gname = _text(block[265:297]), _text(block[297:329])
        info.devmajor, info.devminor = _number(block[329:337]), _number(block[337:345])
        prefix = _text(block[345:500])
        if kind == AREGTYPE and info.name.endswith('/'):
            info.type = DIRTYPE
        if prefix and block[257:263] != b'ustar ':
            info.name = prefix + '/' + info.name
        headers = {**self.pax_headers, **extra}
        info.pax_headers = headers
        info.name = headers.get('path', info.name)
        info.linkname = headers.get('linkpath', info.linkname)
        for key in ('uname', 'gname'):
            setattr(info, key, headers.get(key, getattr(info, key)))
        for key, make in (('size', int), ('uid', int), ('gid', int), ('mtime', float)):
            if key in headers:
                setattr(info, key, make(headers[key]))
        if info.isdir():
            info.name = info.name.rstrip('/')
        info.offset, info.offset_data = start, data_at
        has_data = info.isreg() or info.type not in (LNKTYPE, SYMTYPE, CHRTYPE, BLKTYPE,
                                                     DIRTYPE, FIFOTYPE)
        self.offset = data_at + ((info.size + 511) // 512 * 512 if has_data else 0)
        info.tarfile = self
        return info

    def next(self):
        """The next member, or None."""
        first = getattr(self, '_first', None)
        if first is not None:
            self._first = None
            return first
        self._check("ra")
        info = self._read_header()
        if info is None:
            self._loaded = True
        else:
            self.members.append(info)
        return info

    def _load(self):
        self._first = None
        while not self._loaded:
            self.next()

    def _check(self, modes=None):
        if self.closed:
            raise OSError("%s is closed" % self.__class__.__name__)
        if modes is not None and self.mode not in modes:
            raise OSError("bad operation for mode %r" % self.mode)

    def getmember(self, name):
        """The member with a name; the last one of several."""
        self._check()
        self._load()
        wanted = name.rstrip('/')
        for info in reversed(self.members):
            if info.name == wanted:
                return info
        raise KeyError("filename %r not found" % name)

    def getmembers(self):
        """All members."""
        self._check()
        self._load()
        return self.members

    def getnames(self):
        """The names of all members."""
        return [info.name for info in self.getmembers()]

    def __iter__(self):
        yield from self.getmembers()

    def list(self, verbose=True, *, members=None):
        """Print a table of the members."""
        for info in members or self:
            words = []
            if verbose:
                kinds = {DIRTYPE: stat.S_IFDIR, SYMTYPE: stat.S_IFLNK}
                words.append(stat.filemode(info.mode | kinds.get(info.type, stat.S_IFREG)))
                words.append("%s/%s" % (info.uname or info.uid, info.gname or info.gid))
                words.append("%10d" % info.size)
                words.append("%d-%02d-%02d %02d:%02d:%02d" % time.localtime(info.mtime)[:6])
            words.append(info.name + ("/" if info.isdir() else ""))
            if verbose and info.issym():
                words.append("-> " + info.linkname)
            if verbose and info.islnk():
                words.append("link to " + info.linkname)
            print(' '.join(words) + ' ')

    def extractfile(self, member):
        """The content of a member as a binary file object; None for a directory."""
        self._check("r")
        info = self.getmember(member) if isinstance(member, str) else member
        if info.issym():
            return self.extractfile(os.path.normpath(
                os.path.join(os.path.dirname(info.name), info.linkname)))
        if info.islnk():
            return self.extractfile(info.linkname)
        if info.isdir() or info.isdev():
            return None
        self.fileobj.seek(info.offset_data)
        data = self.fileobj.read(info.size)
        if len(data) != info.size:
            raise ReadError("unexpected end of data")
        return io.BytesIO(data)

    def extract(self, member, path="", set_attrs=True, *, numeric_owner=False, filter=None):
        """Write a member to disk."""
        self._check("r")
        info = self.getmember(member) if isinstance(member, str) else member
        filter = {None: fully_trusted_filter, 'fully_trusted': fully_trusted_filter,
                  'tar': tar_filter, 'data': data_filter}.get(filter, filter)
        info = filter(info, path or '.')
        if info is None:
            return
        target = os.path.join(path, info.name)
        above = os.path.dirname(target)
        if above and not os.path.exists(above):
            os.makedirs(above)
        if info.isdir():
            os.makedirs(target, exist_ok=True)
        elif info.issym():
            if os.path.lexists(target):
                os.unlink(target)
            os.symlink(info.linkname, target)
            return
        elif info.islnk() and os.path.exists(os.path.join(path, info.linkname)):
            os.link(os.path.join(path, info.linkname), target)
        elif info.isfifo():
            os.mkfifo(target)
        else:
            with _builtin_open(target, 'wb') as f:
                f.write(self.extractfile(info).read())
        if set_attrs:
            os.chmod(target, info.mode & 0o7777)
            if not info.isdir():
                os.utime(target, (info.mtime, info.mtime))

    def extractall(self, path=".", members=None, *, numeric_owner=False, filter=None):
        """Write all members to disk."""
        for info in self if members is None else members:
            self.extract(info, path, filter=filter)

    # --- writing ---

    def gettarinfo(self, name=None, arcname=None, fileobj=None):
        """A TarInfo for a file on disk."""
        self._check("awx")
        if fileobj is not None:
            name = fileobj.name
        arcname = (name if arcname is None else arcname).lstrip("/")
        if fileobj is not None:
            st = os.fstat(fileobj.fileno())
        else:
            st = os.stat(name) if self.dereference else os.lstat(name)
        info = self.tarinfo(arcname)
        mode = st.st_mode
        if stat.S_ISREG(mode):
            info.size = st.st_size
        elif stat.S_ISDIR(mode):
            info.type = DIRTYPE
        elif stat.S_ISLNK(mode):
            info.type = SYMTYPE
            info.linkname = os.readlink(name)
        elif stat.S_ISFIFO(mode):
            info.type = FIFOTYPE
        else:
            return None
        info.mode, info.uid, info.gid, info.mtime = mode, st.st_uid, st.st_gid, st.st_mtime
        info.uname = _name_of('/etc/passwd', st.st_uid)
        info.gname = _name_of('/etc/group', st.st_gid)
        return info

    def add(self, name, arcname=None, recursive=True, *, filter=None):
        """Add a file, or a directory with all in it."""
        self._check("awx")
        arcname = name if arcname is None else arcname
        name, arcname = os.fspath(name), os.fspath(arcname)
        if self.name is not None and os.path.abspath(name) == self.name:
            return
        info = self.gettarinfo(name, arcname)
        if info is None:
            return
        if filter is not None:
            info = filter(info)
            if info is None:
                return
        if info.isreg():
            with _builtin_open(name, "rb") as f:
                self.addfile(info, f)
        else:
            self.addfile(info)
            if info.isdir() and recursive:
                for entry in sorted(os.listdir(name)):
                    self.add(os.path.join(name, entry), os.path.join(arcname, entry),
                             recursive, filter=filter)

    def addfile(self, tarinfo, fileobj=None):
        """Add a member; its content (tarinfo.size bytes) comes from a file object."""
        self._check("awx")
        import copy
        info = copy.copy(tarinfo)
        head = info.tobuf(self.format)
        self.fileobj.write(head)
        self.offset += len(head)
        if fileobj is not None:
            data = fileobj.read(info.size)
            if len(data) != info.size:
                raise OSError("unexpected end of data")
            data = _padded(data)
            self.fileobj.write(data)
            self.offset += len(data)
        self.members.append(info)

    def close(self):
        """Write the end of the archive, and close."""
        if self.closed:
            return
        self.closed = True
        try:
            if self.mode in ('a', 'w', 'x'):
                end = BLOCKSIZE * 2
                end += -(self.offset + end) % RECORDSIZE
                self.fileobj.write(b'\0' * end)
        finally:
            if self._own:
                self.fileobj.close()

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, type, value, traceback):
        self.close()


def _signed_checksum(block):
    return 256 + sum(b - 256 if b > 127 else b for b in block[:148] + block[156:512])


def _pax_records(data):
    records = {}
    pos = 0
    while pos < len(data) and data[pos:pos + 1].isdigit():
        blank = data.index(b' ', pos)
        n = int(data[pos:blank])
        if n <= 0:
            break
        key, _, value = data[blank + 1:pos + n - 1].partition(b'=')
        records[key.decode('utf-8', 'surrogateescape')] = value.decode('utf-8', 'surrogateescape')
        pos += n
    return records


_names = {}


def _name_of(file, number):
    """A user's or group's name."""
    if file not in _names:
        table = _names[file] = {}
        try:
            with _builtin_open(file, encoding='utf-8', errors='replace') as f:
                for line in f:
                    parts = line.split(':')
                    if len(parts) > 2 and parts[2].isdigit():
                        table.setdefault(int(parts[2]), parts[0])
        except OSError:
            pass
    return _names[file].get(number, '')


open = TarFile.open
