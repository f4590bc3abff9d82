/* mod_posix_file.c: posix's functions on paths: stat, folders, links, times, permissions. */
#include "lang/object/audit.h"
#include "mod_posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

static bool dir_fd(VM *vm, Ref v, int *out)
{
    *out = AT_FDCWD;
    if (!v || is_none(v)) return true;
    if (!is_int(v) && !type_of(vm, v)->s.to_index) return err_false(vm, EXC_TypeError, "argument should be integer or None, not %T", v);
    return int_arg(vm, v, out);
}

static int truth(VM *vm, Ref v, int dflt) { return v ? op_truth(vm, v) : dflt; }

/* The end of a call on one path: None, or errno's exception with the path. */
static Value finish(VM *vm, PathArg *p, int result)
{
    if (result < 0) return path_error(vm, p);
    path_done(vm, p);
    return V_NONE;
}

/* The same with two paths: OSError(errno, text, first, None, second). */
static Value finish_two(VM *vm, PathArg *a, PathArg *b, int result)
{
    Value r = V_NONE;
    if (result < 0) {
        int number = errno;
        Value text = str_from_c(vm, strerror(number));
        Ref in[5] = {make_small(number), text, a->given, V_NONE, b->given};
        Value e = text ? call(vm, REF(vm->exc_types[EXC_OSError]), in, 5, NULL) : NULL;
        release(vm, text);
        r = e ? err_raise_obj(vm, e) : NULL;
    }
    path_done(vm, a);
    path_done(vm, b);
    return r;
}

/* ---- stat ---- */

static Value stat_of(VM *vm, PathArg *p, int at, int flags)
{
    struct stat st;
    int r = p->bytes ? fstatat(at, path_c(p), &st, flags) : fstat(p->fd, &st);
    if (r < 0) return path_error(vm, p);
    path_done(vm, p);
    return posix_stat_value(vm, &st);
}

FN(fn_stat)
{
    PathArg p;
    int at, follow;
    if (!dir_fd(vm, args[1], &at) || (follow = truth(vm, args[2], 1)) < 0 || !path_arg(vm, "stat", "path", args[0], PATH_FD, &p)) return NULL;
    return stat_of(vm, &p, at, follow ? 0 : AT_SYMLINK_NOFOLLOW);
}

FN(fn_lstat)
{
    PathArg p;
    int at;
    if (!dir_fd(vm, args[1], &at) || !path_arg(vm, "lstat", "path", args[0], 0, &p)) return NULL;
    return stat_of(vm, &p, at, AT_SYMLINK_NOFOLLOW);
}

FN(fn_fstat)
{
    PathArg p = {NULL, NULL, NULL, -1};
    return int_arg(vm, args[0], &p.fd) ? stat_of(vm, &p, 0, 0) : NO_VALUE;
}

FN(fn_access)
{
    PathArg p;
    int mode, at, effective, follow;
    if (!int_arg(vm, args[1], &mode) || !dir_fd(vm, args[2], &at) || (effective = truth(vm, args[3], 0)) < 0 || (follow = truth(vm, args[4], 1)) < 0) return NULL;
    if (!path_arg(vm, "access", "path", args[0], 0, &p)) return NULL;
    int r = faccessat(at, path_c(&p), mode, (effective ? AT_EACCESS : 0) | (follow ? 0 : AT_SYMLINK_NOFOLLOW));
    path_done(vm, &p);
    return make_bool(r == 0);
}

static Value vfs_of(VM *vm, PathArg *p)
{
    struct statvfs v;
    PosixState *s = module_state(vm, &posix_module);
    if (!s || (p->bytes ? statvfs(path_c(p), &v) : fstatvfs(p->fd, &v)) < 0) return s ? path_error(vm, p) : (path_done(vm, p), NO_VALUE);
    path_done(vm, p);
    static const char *const hidden[] = {"f_fsid"};
    Ref in[11] = {make_small((int64_t)v.f_bsize), make_small((int64_t)v.f_frsize), make_small((int64_t)v.f_blocks), make_small((int64_t)v.f_bfree),
                  make_small((int64_t)v.f_bavail), make_small((int64_t)v.f_files), make_small((int64_t)v.f_ffree), make_small((int64_t)v.f_favail),
                  make_small((int64_t)v.f_flag), make_small((int64_t)v.f_namemax), make_small((int64_t)(v.f_fsid & 0xFFFFFFFFFFFF))};
    return structseq_new_hidden(vm, s->statvfs_result, in, 10, hidden, 1);
}
FN(fn_statvfs)
{
    PathArg p;
    return path_arg(vm, "statvfs", "path", args[0], PATH_FD, &p) ? vfs_of(vm, &p) : NO_VALUE;
}
FN(fn_fstatvfs)
{
    PathArg p = {NULL, NULL, NULL, -1};
    return int_arg(vm, args[0], &p.fd) ? vfs_of(vm, &p) : NO_VALUE;
}

/* ---- folders ---- */

FN(fn_listdir)
{
    if (!AUDIT(vm, "os.listdir", "O", args[0])) return NULL;
    PathArg p;
    if (!path_arg(vm, "listdir", "path", args[0], PATH_FD | PATH_NONE, &p)) return NULL;
    bool bytes = p.given && is_bytes(p.given);
    int copy = p.bytes ? -1 : dup(p.fd);
    DIR *d = p.bytes ? opendir(path_c(&p)) : copy >= 0 ? fdopendir(copy) : NULL;
    if (!d) {
        if (copy >= 0) close(copy);
        return path_error(vm, &p);
    }
    if (!p.bytes) rewinddir(d);
    Value list = list_new(vm, 0);
    struct dirent *e;
    while (list && (errno = 0, e = readdir(d))) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        Value name = bytes ? bytes_from(vm, e->d_name, (int64_t)strlen(e->d_name)) : path_text(vm, e->d_name);
        if (!name || !list_append_take(vm, list, name)) value_clear(vm, &list);
    }
    int failed = list ? errno : 0;
    closedir(d);
    if (failed) {
        release(vm, list);
        errno = failed;
        return path_error(vm, &p);
    }
    path_done(vm, &p);
    return list;
}

FN(fn_mkdir)
{
    if (!AUDIT(vm, "os.mkdir", "OOi", args[0], args[1] ? args[1] : (Ref)make_small(0777), (int64_t)-1)) return NULL;
    PathArg p;
    int mode = 0777, at;
    if ((args[1] && !int_arg(vm, args[1], &mode)) || !dir_fd(vm, args[2], &at) || !path_arg(vm, "mkdir", "path", args[0], 0, &p)) return NULL;
    return finish(vm, &p, mkdirat(at, path_c(&p), (mode_t)mode));
}

static Value remove_by(VM *vm, const Ref *args, const char *fn, int flags)
{
    PathArg p;
    int at;
    if (!dir_fd(vm, args[1], &at) || !AUDIT(vm, flags ? "os.rmdir" : "os.remove", "Oi", args[0], (int64_t)(args[1] && !is_none(args[1]) ? at : -1))) return NULL;
    if (!path_arg(vm, fn, "path", args[0], 0, &p)) return NULL;
    return finish(vm, &p, unlinkat(at, path_c(&p), flags));
}
FN(fn_rmdir) { return remove_by(vm, args, "rmdir", AT_REMOVEDIR); }
FN(fn_unlink) { return remove_by(vm, args, "unlink", 0); }
FN(fn_remove) { return remove_by(vm, args, "remove", 0); }

FN(fn_chdir)
{
    if (!AUDIT(vm, "os.chdir", "O", args[0])) return NULL;
    PathArg p;
    if (!path_arg(vm, "chdir", "path", args[0], PATH_FD, &p)) return NULL;
    return finish(vm, &p, p.bytes ? chdir(path_c(&p)) : fchdir(p.fd));
}
FN(fn_fchdir)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    return fchdir(fd) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}
FN(fn_chroot)
{
    PathArg p;
    return path_arg(vm, "chroot", "path", args[0], 0, &p) ? finish(vm, &p, chroot(path_c(&p))) : NO_VALUE;
}

static Value current(VM *vm, bool bytes)
{
    char *s = getcwd(NULL, 0);
    if (!s) return err_errno(vm, errno, NULL);
    Value r = bytes ? bytes_from(vm, s, (int64_t)strlen(s)) : path_text(vm, s);
    free(s);
    return r;
}
FN(fn_getcwd) { return current(vm, false); }
FN(fn_getcwdb) { return current(vm, true); }

/* ---- names and links ---- */

static Value rename_by(VM *vm, const Ref *args, const char *fn)
{
    PathArg a, b;
    int from, to;
    if (!AUDIT(vm, "os.rename", "OOOO", args[0], args[1], args[2] ? args[2] : (Ref)make_small(-1), args[3] ? args[3] : (Ref)make_small(-1))) return NULL;
    if (!dir_fd(vm, args[2], &from) || !dir_fd(vm, args[3], &to) || !path_arg(vm, fn, "src", args[0], 0, &a)) return NULL;
    if (!path_arg(vm, fn, "dst", args[1], 0, &b)) return path_done(vm, &a), NO_VALUE;
    return finish_two(vm, &a, &b, renameat(from, path_c(&a), to, path_c(&b)));
}
FN(fn_rename) { return rename_by(vm, args, "rename"); }
FN(fn_replace) { return rename_by(vm, args, "replace"); }

FN(fn_link)
{
    PathArg a, b;
    int from, to, follow;
    if (!dir_fd(vm, args[2], &from) || !dir_fd(vm, args[3], &to) || (follow = truth(vm, args[4], 1)) < 0 || !path_arg(vm, "link", "src", args[0], 0, &a)) return NULL;
    if (!path_arg(vm, "link", "dst", args[1], 0, &b)) return path_done(vm, &a), NO_VALUE;
    return finish_two(vm, &a, &b, linkat(from, path_c(&a), to, path_c(&b), follow && args[4] ? AT_SYMLINK_FOLLOW : 0));
}

FN(fn_symlink)
{
    PathArg a, b;
    int at;
    if (!dir_fd(vm, args[3], &at) || !path_arg(vm, "symlink", "src", args[0], 0, &a)) return NULL;
    if (!path_arg(vm, "symlink", "dst", args[1], 0, &b)) return path_done(vm, &a), NO_VALUE;
    return finish_two(vm, &a, &b, symlinkat(path_c(&a), at, path_c(&b)));
}

FN(fn_readlink)
{
    PathArg p;
    int at;
    char buf[4097];
    if (!dir_fd(vm, args[1], &at) || !path_arg(vm, "readlink", "path", args[0], 0, &p)) return NULL;
    ssize_t k = readlinkat(at, path_c(&p), buf, sizeof buf - 1);
    if (k < 0) return path_error(vm, &p);
    buf[k] = 0;
    Value r = is_bytes(p.given) ? bytes_from(vm, buf, k) : path_text(vm, buf);
    path_done(vm, &p);
    return r;
}

/* ---- permissions, owners, times, sizes ---- */

FN(fn_chmod)
{
    PathArg p;
    int mode, at, follow;
    if (!int_arg(vm, args[1], &mode) || !dir_fd(vm, args[2], &at) || (follow = truth(vm, args[3], 1)) < 0) return NULL;
    if (!path_arg(vm, "chmod", "path", args[0], PATH_FD, &p)) return NULL;
    return finish(vm, &p, p.bytes ? fchmodat(at, path_c(&p), (mode_t)mode, follow ? 0 : AT_SYMLINK_NOFOLLOW) : fchmod(p.fd, (mode_t)mode));
}

FN(fn_chown)
{
    PathArg p;
    uint32_t uid, gid;
    int at, follow;
    if (!posix_id_arg(vm, "uid", args[1], &uid) || !posix_id_arg(vm, "gid", args[2], &gid) || !dir_fd(vm, args[3], &at) || (follow = truth(vm, args[4], 1)) < 0) return NULL;
    if (!path_arg(vm, "chown", "path", args[0], PATH_FD, &p)) return NULL;
    return finish(vm, &p, p.bytes ? fchownat(at, path_c(&p), uid, gid, follow ? 0 : AT_SYMLINK_NOFOLLOW) : fchown(p.fd, uid, gid));
}
FN(fn_lchown)
{
    PathArg p;
    uint32_t uid, gid;
    if (!posix_id_arg(vm, "uid", args[1], &uid) || !posix_id_arg(vm, "gid", args[2], &gid) || !path_arg(vm, "lchown", "path", args[0], 0, &p)) return NULL;
    return finish(vm, &p, lchown(path_c(&p), uid, gid));
}

static bool seconds(VM *vm, Ref v, struct timespec *t)
{
    if (is_int(v)) {
        int64_t i;
        if (!int_to_i64(vm, v, &i)) return false;
        *t = (struct timespec){i, 0};
        return true;
    }
    double d;
    if (!num_to_double(vm, v, &d)) return false;
    double whole = __builtin_floor(d);
    t->tv_sec = (time_t)whole;
    t->tv_nsec = (long)((d - whole) * 1e9);
    return true;
}

static bool nanoseconds(VM *vm, Ref v, struct timespec *t)
{
    int64_t i;
    if (!num_index_i64(vm, v, &i)) return false;
    t->tv_sec = i / 1000000000 - (i % 1000000000 < 0);
    t->tv_nsec = (i % 1000000000 + 1000000000) % 1000000000;
    return true;
}

FN(fn_utime)
{
    PathArg p;
    struct timespec t[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
    bool given = args[1] && !is_none(args[1]);
    int at, follow;
    if (given && args[2]) return err_raise(vm, EXC_ValueError, "utime: you may specify either 'times' or 'ns' but not both");
    Ref pair = given ? args[1] : args[2];
    if (pair) {
        if (!is_tuple(pair) || as_tuple(pair)->len != 2)
            return err_raise(vm, EXC_TypeError, given ? "utime: 'times' must be either a tuple of two ints or None" : "utime: 'ns' must be a tuple of two ints");
        for (int i = 0; i < 2; i++)
            if (!(given ? seconds : nanoseconds)(vm, as_tuple(pair)->items[i], &t[i])) return NULL;
    }
    if (!dir_fd(vm, args[3], &at) || (follow = truth(vm, args[4], 1)) < 0 || !path_arg(vm, "utime", "path", args[0], PATH_FD, &p)) return NULL;
    return finish(vm, &p, p.bytes ? utimensat(at, path_c(&p), t, follow ? 0 : AT_SYMLINK_NOFOLLOW) : futimens(p.fd, t));
}

FN(fn_truncate)
{
    PathArg p;
    int64_t size;
    if (!num_index_i64(vm, args[1], &size) || !path_arg(vm, "truncate", "path", args[0], PATH_FD, &p)) return NULL;
    return finish(vm, &p, p.bytes ? truncate(path_c(&p), size) : ftruncate(p.fd, size));
}

FN(fn_mkfifo)
{
    PathArg p;
    int mode = 0666, at;
    if ((args[1] && !int_arg(vm, args[1], &mode)) || !dir_fd(vm, args[2], &at) || !path_arg(vm, "mkfifo", "path", args[0], 0, &p)) return NULL;
    return finish(vm, &p, mkfifoat(at, path_c(&p), (mode_t)mode));
}

/* A path without empty parts, "." and, where there is a part before it, ".."; as it stands, no link is looked at. "": the current folder. */
FN(fn_normpath)
{
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "_path_normpath() argument 'path' must be str, not %T", args[0]);
    size_t end_of_text, len = 0;
    const char *s = str_utf8(vm, args[0], &end_of_text);
    char *out = s ? mem_alloc(vm->mem, end_of_text + 1) : NULL;
    if (!out) return s ? err_no_memory(vm) : NO_VALUE;
    if (end_of_text && s[0] == '/') out[len++] = '/';
    if (end_of_text > 1 && s[1] == '/' && s[0] == '/' && (end_of_text == 2 || s[2] != '/')) out[len++] = '/'; /* two mean something else than one, or three */
    const size_t root = len;
    size_t depth = 0; /* parts that a ".." takes away */
    for (size_t at = 0; at < end_of_text;) {
        size_t end = at;
        while (end < end_of_text && s[end] != '/') end++;
        const char *part = s + at;
        size_t size = end - at;
        at = end + 1;
        if (size == 0 || (size == 1 && part[0] == '.')) continue;
        bool up = size == 2 && part[0] == '.' && part[1] == '.';
        if (up && depth) {
            while (len > root && out[len - 1] != '/') len--;
            len -= len > root;
            depth--;
            continue;
        }
        if (up && root) continue;
        if (len > root) out[len++] = '/';
        memcpy(out + len, part, size);
        len += size;
        depth += !up;
    }
    Value r = str_from_utf8(vm, out, len);
    mem_free(vm->mem, out, end_of_text + 1);
    return r;
}

FN(fn_fspath) { return path_fspath(vm, args[0]); }

FN(fn_open)
{
    if (!AUDIT(vm, "open", "OOO", args[0], NULL, args[1])) return NULL;
    PathArg p;
    int flags, mode = 0777, at;
    if (!int_arg(vm, args[1], &flags) || (args[2] && !int_arg(vm, args[2], &mode)) || !dir_fd(vm, args[3], &at)) return NULL;
    if (!path_arg(vm, "open", "path", args[0], 0, &p)) return NULL;
    int fd;
    while ((fd = openat(at, path_c(&p), flags | O_CLOEXEC, mode)) < 0 && errno == EINTR)
        if (!vm_poll(vm)) return path_done(vm, &p), NO_VALUE;
    if (fd < 0) return path_error(vm, &p);
    path_done(vm, &p);
    return make_small(fd);
}

const NativeDef posix_file_functions[] = {
    {"stat", fn_stat, "path, *, dir_fd=None, follow_symlinks=True", "What the system knows of a file.", NATIVE_KW},
    {"lstat", fn_lstat, "path, *, dir_fd=None", "As stat, of a link itself.", NATIVE_KW},
    {"fstat", fn_fstat, "fd", "As stat, of an open file.", NATIVE_KW},
    {"access", fn_access, "path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True", "Whether the real user may use path so.", NATIVE_KW},
    {"statvfs", fn_statvfs, "path", "What the system knows of path's file system.", NATIVE_KW},
    {"listdir", fn_listdir, "path=None", "The names in a folder, in no order.", NATIVE_KW},
    {"mkdir", fn_mkdir, "path, mode=511, *, dir_fd=None", "Create a directory.", NATIVE_KW},
    {"rmdir", fn_rmdir, "path, *, dir_fd=None", "Remove a directory.", NATIVE_KW},
    {"unlink", fn_unlink, "path, *, dir_fd=None", "Remove a file (same as remove()).", NATIVE_KW},
    {"remove", fn_remove, "path, *, dir_fd=None", "Remove a file (same as unlink()).", NATIVE_KW},
    {"chdir", fn_chdir, "path", "Goes to another folder.", NATIVE_KW},
    {"fchdir", fn_fchdir, "fd", "Goes to the folder open as fd.", NATIVE_KW},
    {"chroot", fn_chroot, "path", "Change root directory to path.", NATIVE_KW},
    {"getcwd", fn_getcwd, "", "The folder the process is in, as str.", 0},
    {"getcwdb", fn_getcwdb, "", "The folder the process is in, as bytes.", 0},
    {"rename", fn_rename, "src, dst, *, src_dir_fd=None, dst_dir_fd=None", "Rename a file or directory.", NATIVE_KW},
    {"replace", fn_replace, "src, dst, *, src_dir_fd=None, dst_dir_fd=None", "As rename; what is at the goal goes.", NATIVE_KW},
    {"link", fn_link, "src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True", "Create a hard link to a file.", NATIVE_KW},
    {"symlink", fn_symlink, "src, dst, target_is_directory=False, *, dir_fd=None", "Makes dst a link that names src.", NATIVE_KW},
    {"readlink", fn_readlink, "path, *, dir_fd=None", "What a link names.", NATIVE_KW},
    {"chmod", fn_chmod, "path, mode, *, dir_fd=None, follow_symlinks=True", "Change the access permissions of a file.", NATIVE_KW},
    {"chown", fn_chown, "path, uid, gid, *, dir_fd=None, follow_symlinks=True", "Gives path to another user and group.", NATIVE_KW},
    {"lchown", fn_lchown, "path, uid, gid", "Gives a link itself to another user and group.", NATIVE_KW},
    {"fstatvfs", fn_fstatvfs, "fd, /", "As statvfs, of an open file.", 0},
    {"_path_normpath", fn_normpath, "path", "A path without what says nothing.", NATIVE_KW},
    {"utime", fn_utime, "path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True", "Sets when path was read and written last.", NATIVE_KW},
    {"truncate", fn_truncate, "path, length", "Cuts or extends a file.", NATIVE_KW},
    {"mkfifo", fn_mkfifo, "path, mode=438, *, dir_fd=None", "Make a pipe with a name.", NATIVE_KW},
    {"fspath", fn_fspath, "path", "A path as str or bytes, from what has __fspath__.", NATIVE_KW},
    {"open", fn_open, "path, flags, mode=511, *, dir_fd=None", "Opens a file and gives its number.", NATIVE_KW},
    {0},
};
