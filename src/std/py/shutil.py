"""Copying, moving and removing files and whole trees."""
import fnmatch
import os
import stat

__all__ = ["copyfileobj", "copyfile", "copymode", "copystat", "copy", "copy2", "copytree",
           "move", "rmtree", "Error", "SpecialFileError", "ExecError", "make_archive",
           "unpack_archive", "disk_usage", "chown", "which", "get_terminal_size",
           "SameFileError", "ignore_patterns", "ReadError"]


class Error(OSError):
    pass


class SameFileError(Error):
    """Source and destination are one file."""


class SpecialFileError(OSError):
    """The operation does not work on a special file (a pipe, say)."""


class ExecError(OSError):
    """A command could not be run."""


class ReadError(OSError):
    """An archive could not be read."""


def copyfileobj(fsrc, fdst, length=0):
    """Copy what is left of one file object to another."""
    length = length or 64 * 1024
    while True:
        data = fsrc.read(length)
        if not data:
            break
        fdst.write(data)


def _same(src, dst):
    try:
        return os.path.samefile(src, dst)
    except OSError:
        return False


def copyfile(src, dst, *, follow_symlinks=True):
    """Copy the content of a file; returns dst."""
    if _same(src, dst):
        raise SameFileError("{!r} and {!r} are the same file".format(src, dst))
    for name in (src, dst):
        try:
            if stat.S_ISFIFO(os.stat(name).st_mode):
                raise SpecialFileError("`%s` is a named pipe" % os.fspath(name))
        except FileNotFoundError:
            pass
    if not follow_symlinks and os.path.islink(src):
        os.symlink(os.readlink(src), dst)
        return dst
    with open(src, 'rb') as fsrc:
        try:
            with open(dst, 'wb') as fdst:
                copyfileobj(fsrc, fdst)
        except IsADirectoryError as e:
            if not os.path.exists(dst):
                raise FileNotFoundError(f'Directory does not exist: {dst}') from e
            raise
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    """Copy the permission bits."""
    if not follow_symlinks and os.path.islink(src):
        return
    os.chmod(dst, stat.S_IMODE(os.stat(src).st_mode))


def copystat(src, dst, *, follow_symlinks=True):
    """Copy permission bits and times."""
    if not follow_symlinks and os.path.islink(src):
        return
    st = os.stat(src)
    os.utime(dst, ns=(st.st_atime_ns, st.st_mtime_ns))
    os.chmod(dst, stat.S_IMODE(st.st_mode))


def copy(src, dst, *, follow_symlinks=True):
    """Copy content and permissions; dst may be a directory."""
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copymode(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """Copy content, permissions and times; dst may be a directory."""
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copystat(src, dst, follow_symlinks=follow_symlinks)
    return dst


def ignore_patterns(*patterns):
    """For copytree(ignore=...): leave out names that fit a pattern."""
    def ignore(path, names):
        ignored = []
        for pattern in patterns:
            ignored.extend(fnmatch.filter(names, pattern))
        return set(ignored)
    return ignore


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2,
             ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """Copy a whole directory; returns dst."""
    with os.scandir(src) as it:
        entries = list(it)
    ignored = ignore(os.fspath(src), [e.name for e in entries]) if ignore is not None else set()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    errors = []
    for entry in entries:
        if entry.name in ignored:
            continue
        name, target = os.path.join(src, entry.name), os.path.join(dst, entry.name)
        try:
            if entry.is_symlink() and symlinks:
                os.symlink(os.readlink(name), target)
            elif entry.is_symlink() and not os.path.exists(name) and ignore_dangling_symlinks:
                continue
            elif entry.is_dir():
                copytree(name, target, symlinks, ignore, copy_function,
                         ignore_dangling_symlinks, dirs_exist_ok)
            else:
                copy_function(name, target)
        except Error as err:
            errors.extend(err.args[0])
        except OSError as why:
            errors.append((name, target, str(why)))
    try:
        copystat(src, dst)
    except OSError as why:
        errors.append((src, dst, str(why)))
    if errors:
        raise Error(errors)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    """Remove a whole directory."""
    if ignore_errors:
        onerror = lambda *args: None
    elif onerror is None:
        def onerror(*args):
            raise

    def failed(function, name):
        import sys
        onerror(function, name, sys.exc_info())
    try:
        if os.path.islink(path):
            raise OSError("Cannot call rmtree on a symbolic link")
    except OSError:
        failed(os.path.islink, path)
        return
    try:
        with os.scandir(path) as it:
            entries = list(it)
    except OSError:
        failed(os.scandir if os.path.isdir(path) else os.lstat, path)
        entries = None
        if not os.path.isdir(path):
            return
    for entry in entries or ():
        if entry.is_dir(follow_symlinks=False):
            rmtree(entry.path, ignore_errors, onerror)
        else:
            try:
                os.unlink(entry.path)
            except OSError:
                failed(os.unlink, entry.path)
    try:
        os.rmdir(path)
    except OSError:
        failed(os.rmdir, path)


rmtree.avoids_symlink_attacks = False


def move(src, dst, copy_function=copy2):
    """Move a file or directory; into dst, if that is a directory."""
    real_dst = dst
    if os.path.isdir(dst):
        if _same(src, dst):
            os.rename(src, dst)
            return None
        real_dst = os.path.join(dst, os.path.basename(os.fspath(src).rstrip('/')))
        if os.path.exists(real_dst):
            raise Error("Destination path '%s' already exists" % real_dst)
    try:
        os.rename(src, real_dst)
    except OSError:
        if os.path.islink(src):
            os.symlink(os.readlink(src), real_dst)
            os.unlink(src)
        elif os.path.isdir(src):
            inside = os.path.abspath(dst) + os.sep
            if inside.startswith(os.path.abspath(src) + os.sep):
                raise Error("Cannot move a directory '%s' into itself '%s'." % (src, dst))
            copytree(src, real_dst, copy_function=copy_function, symlinks=True)
            rmtree(src)
        else:
            copy_function(src, real_dst)
            os.unlink(src)
    return real_dst


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    """Where a command is found, or None."""
    def usable(name):
        return os.path.exists(name) and os.access(name, mode) and not os.path.isdir(name)
    if os.path.dirname(cmd):
        return cmd if usable(cmd) else None
    if path is None:
        path = os.environ.get("PATH", os.defpath)
    for directory in dict.fromkeys(path.split(os.pathsep) if path else []):
        name = os.path.join(directory, cmd)
        if usable(name):
            return name
    return None


def disk_usage(path):
    """(total, used, free) bytes of the file system."""
    from collections import namedtuple
    st = os.statvfs(path)
    usage = namedtuple('usage', 'total used free', module='shutil')
    return usage(st.f_blocks * st.f_frsize, (st.f_blocks - st.f_bfree) * st.f_frsize,
                 st.f_bavail * st.f_frsize)


def chown(path, user=None, group=None):
    """Change owner and group, by number."""
    if user is None and group is None:
        raise ValueError("user and/or group must be set")
    os.chown(path, -1 if user is None else user, -1 if group is None else group)


def get_terminal_size(fallback=(80, 24)):
    """Columns and lines: from COLUMNS and LINES, the terminal, or the fallback."""
    def number(name):
        try:
            return int(os.environ[name])
        except (KeyError, ValueError):
            return 0
    columns, lines = number('COLUMNS'), number('LINES')
    if columns <= 0 or lines <= 0:
        try:
            size = os.get_terminal_size(1)
        except (AttributeError, ValueError, OSError):
            size = os.terminal_size(fallback)
        columns = columns if columns > 0 else size.columns or fallback[0]
        lines = lines if lines > 0 else size.lines or fallback[1]
    return os.terminal_size((columns, lines))


_ENDINGS = {'zip': '.zip', 'tar': '.tar', 'gztar': '.tar.gz'}


def make_archive(base_name, format, root_dir=None, base_dir=None, *args, **kwargs):
    """Pack a directory as zip, tar or gztar; returns the archive's name."""
    if format not in _ENDINGS:
        raise ValueError("unknown archive format '%s'" % format)
    filename = os.path.abspath(os.fspath(base_name)) + _ENDINGS[format]
    os.makedirs(os.path.dirname(filename), exist_ok=True)
    top = os.path.join(root_dir or os.curdir, base_dir or os.curdir)
    root = root_dir or os.curdir
    if format == 'zip':
        import zipfile
        with zipfile.ZipFile(filename, 'w', zipfile.ZIP_DEFLATED) as z:
            for directory, dirs, files in os.walk(top):
                for name in sorted(dirs) + sorted(files):
                    path = os.path.join(directory, name)
                    z.write(path, os.path.normpath(os.path.relpath(path, root)))
    else:
        import tarfile
        with tarfile.open(filename, 'w:gz' if format == 'gztar' else 'w') as t:
            t.add(top, os.path.relpath(top, root))
    return filename


def unpack_archive(filename, extract_dir=None, format=None, **kwargs):
    """Unpack an archive; its kind is told from its name."""
    name = os.fspath(filename)
    if format is None:
        for format, ending in _ENDINGS.items():
            if name.endswith(ending) or format == 'gztar' and name.endswith('.tgz'):
                break
        else:
            raise ReadError("Unknown archive format '{0}'".format(name))
    where = os.getcwd() if extract_dir is None else os.fspath(extract_dir)
    if format == 'zip':
        import zipfile
        with zipfile.ZipFile(name) as z:
            z.extractall(where)
    elif format in ('tar', 'gztar'):
        import tarfile
        with tarfile.open(name) as t:
            t.extractall(where)
    else:
        raise ValueError("Unknown unpack format '{0}'".format(format))
