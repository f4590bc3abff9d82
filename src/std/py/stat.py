"""The numbers in os.stat() results, and tests for them."""
ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE = range(7)
ST_ATIME, ST_MTIME, ST_CTIME = 7, 8, 9

S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG = 0o040000, 0o020000, 0o060000, 0o100000
S_IFIFO, S_IFLNK, S_IFSOCK = 0o010000, 0o120000, 0o140000
S_IFDOOR = S_IFPORT = S_IFWHT = 0

S_ISUID, S_ISGID, S_ISVTX = 0o4000, 0o2000, 0o1000
S_ENFMT = S_ISGID
S_IREAD, S_IWRITE, S_IEXEC = 0o400, 0o200, 0o100
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001


def S_IMODE(mode):
    """The permission bits."""
    return mode & 0o7777


def S_IFMT(mode):
    """The kind of file."""
    return mode & 0o170000


def S_ISDIR(mode): return S_IFMT(mode) == S_IFDIR
def S_ISCHR(mode): return S_IFMT(mode) == S_IFCHR
def S_ISBLK(mode): return S_IFMT(mode) == S_IFBLK
def S_ISREG(mode): return S_IFMT(mode) == S_IFREG
def S_ISFIFO(mode): return S_IFMT(mode) == S_IFIFO
def S_ISLNK(mode): return S_IFMT(mode) == S_IFLNK
def S_ISSOCK(mode): return S_IFMT(mode) == S_IFSOCK
def S_ISDOOR(mode): return False
def S_ISPORT(mode): return False
def S_ISWHT(mode): return False


_KINDS = {S_IFLNK: 'l', S_IFSOCK: 's', S_IFREG: '-', S_IFBLK: 'b', S_IFDIR: 'd',
          S_IFCHR: 'c', S_IFIFO: 'p'}


def filemode(mode):
    """Like ls -l: '-rwxr-xr-x'."""
    text = [_KINDS.get(S_IFMT(mode), '?')]
    for shift, special, letter in ((6, S_ISUID, 's'), (3, S_ISGID, 's'), (0, S_ISVTX, 't')):
        bits = mode >> shift
        text.append('r' if bits & 4 else '-')
        text.append('w' if bits & 2 else '-')
        if mode & special:
            text.append(letter if bits & 1 else letter.upper())
        else:
            text.append('x' if bits & 1 else '-')
    return ''.join(text)
