/* mod_posix_xattr.c: posix's extended attributes of files, and files that are devices. */
#include "mod_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* A file, an attribute's name, and whether a link is followed: of every function here. */
typedef struct Where { PathArg path, name; bool follow; } Where;

static void where_done(VM *vm, Where *w)
{
    path_done(vm, &w->path);
    path_done(vm, &w->name);
}

static bool where_arg(VM *vm, const char *fn, Ref path, int flags, Ref name, Ref follow, Where *w)
{
    *w = (Where){0};
    int yes = follow ? op_truth(vm, follow) : 1;
    if (yes < 0 || !path_arg(vm, fn, "path", path, PATH_FD | flags, &w->path)) return false;
    w->follow = yes;
    if (!w->path.bytes && !yes) return err_false(vm, EXC_ValueError, "%s: cannot use fd and follow_symlinks together", fn);
    if (!name || path_arg(vm, fn, "attribute", name, 0, &w->name)) return true;
    path_done(vm, &w->path);
    return false;
}

static Value where_failed(VM *vm, Where *w)
{
    int failed = errno;
    path_done(vm, &w->name);
    errno = failed;
    return path_error(vm, &w->path);
}

typedef ssize_t (*FillFn)(const Where *w, void *room, size_t size);

static ssize_t fill_value(const Where *w, void *room, size_t size)
{
    return !w->path.bytes ? fgetxattr(w->path.fd, path_c(&w->name), room, size)
           : w->follow    ? getxattr(path_c(&w->path), path_c(&w->name), room, size)
                          : lgetxattr(path_c(&w->path), path_c(&w->name), room, size);
}
static ssize_t fill_names(const Where *w, void *room, size_t size)
{
    return !w->path.bytes ? flistxattr(w->path.fd, room, size) : w->follow ? listxattr(path_c(&w->path), room, size) : llistxattr(path_c(&w->path), room, size);
}

/* All that the system gives, as bytes: it may grow between two calls. NULL: raised, and `w` is done with. */
static Value fetch(VM *vm, Where *w, FillFn fill)
{
    for (;;) {
        ssize_t size = fill(w, NULL, 0);
        if (size < 0) return where_failed(vm, w);
        Value room = bytes_from(vm, NULL, size);
        if (!room) return where_done(vm, w), NO_VALUE;
        ssize_t got = size ? fill(w, as_bytes(room)->data, (size_t)size) : 0;
        if (got == size) return room;
        Value part = got >= 0 ? bytes_from(vm, as_bytes(room)->data, got) : NO_VALUE;
        int failed = errno;
        release(vm, room);
        errno = failed;
        if (got >= 0) {
            if (!part) where_done(vm, w);
            return part;
        }
        if (failed != ERANGE) return where_failed(vm, w);
    }
}

FN(fn_getxattr)
{
    Where w;
    if (!where_arg(vm, "getxattr", args[0], 0, args[1], args[2], &w)) return NULL;
    Value r = fetch(vm, &w, fill_value);
    if (r) where_done(vm, &w);
    return r;
}

FN(fn_listxattr)
{
    Where w;
    if (!where_arg(vm, "listxattr", args[0], PATH_NONE, NULL, args[1], &w)) return NULL;
    Value all = fetch(vm, &w, fill_names), list = all ? list_new(vm, 0) : NO_VALUE;
    for (int64_t at = 0; list && at < as_bytes(all)->len;) {
        const char *name = (const char *)as_bytes(all)->data + at;
        Value text = path_text(vm, name);
        at += (int64_t)strlen(name) + 1;
        if (!text || !list_append_take(vm, list, text)) value_clear(vm, &list);
    }
    if (all) where_done(vm, &w);
    release(vm, all);
    return list;
}

FN(fn_setxattr)
{
    Where w;
    BufferView view;
    int flags = 0;
    if ((args[3] && !int_arg(vm, args[3], &flags)) || !where_arg(vm, "setxattr", args[0], 0, args[1], args[4], &w)) return NULL;
    if (!buffer_get(vm, args[2], &view)) return where_done(vm, &w), NO_VALUE;
    const char *name = path_c(&w.name);
    int r = !w.path.bytes ? fsetxattr(w.path.fd, name, view.data, (size_t)view.len, flags)
            : w.follow    ? setxattr(path_c(&w.path), name, view.data, (size_t)view.len, flags)
                          : lsetxattr(path_c(&w.path), name, view.data, (size_t)view.len, flags);
    int failed = errno;
    buffer_release(vm, &view);
    errno = failed;
    if (r < 0) return where_failed(vm, &w);
    where_done(vm, &w);
    return V_NONE;
}

FN(fn_removexattr)
{
    Where w;
    if (!where_arg(vm, "removexattr", args[0], 0, args[1], args[2], &w)) return NULL;
    int r = !w.path.bytes ? fremovexattr(w.path.fd, path_c(&w.name)) : w.follow ? removexattr(path_c(&w.path), path_c(&w.name)) : lremovexattr(path_c(&w.path), path_c(&w.name));
    if (r < 0) return where_failed(vm, &w);
    where_done(vm, &w);
    return V_NONE;
}

/* ---- devices ---- */

static bool device_arg(VM *vm, Ref v, dev_t *out)
{
    int64_t i = 0;
    Value number = num_index(vm, v);
    if (!number) return false;
    bool fits = int_fits_i64(number, &i), low = int_sign(number) < 0;
    release(vm, number);
    if (!fits || low) return err_false(vm, EXC_OverflowError, low ? "can't convert negative int to unsigned" : "int too big to convert");
    *out = (dev_t)i;
    return true;
}

FN(fn_major)
{
    dev_t device;
    return device_arg(vm, args[0], &device) ? make_small(major(device)) : NO_VALUE;
}
FN(fn_minor)
{
    dev_t device;
    return device_arg(vm, args[0], &device) ? make_small(minor(device)) : NO_VALUE;
}
FN(fn_makedev)
{
    int high, low;
    return int_arg(vm, args[0], &high) && int_arg(vm, args[1], &low) ? int_from_i64(vm, (int64_t)makedev((unsigned)high, (unsigned)low)) : NO_VALUE;
}

FN(fn_mknod)
{
    PathArg p;
    dev_t device = 0;
    int mode = 0600, at = AT_FDCWD;
    if ((args[1] && !int_arg(vm, args[1], &mode)) || (args[2] && !device_arg(vm, args[2], &device)) || (args[3] && !is_none(args[3]) && !int_arg(vm, args[3], &at))) return NULL;
    if (!path_arg(vm, "mknod", "path", args[0], 0, &p)) return NULL;
    if (mknodat(at, path_c(&p), (mode_t)mode, device) < 0) return path_error(vm, &p);
    path_done(vm, &p);
    return V_NONE;
}

const NativeDef posix_xattr_functions[] = {
    {"getxattr", fn_getxattr, "path, attribute, *, follow_symlinks=True", "The value of a file's extended attribute.", NATIVE_KW},
    {"setxattr", fn_setxattr, "path, attribute, value, flags=0, *, follow_symlinks=True", "Set an extended attribute of a file.", NATIVE_KW},
    {"removexattr", fn_removexattr, "path, attribute, *, follow_symlinks=True", "Remove an extended attribute of a file.", NATIVE_KW},
    {"listxattr", fn_listxattr, "path=None, *, follow_symlinks=True", "The names of a file's extended attributes.", NATIVE_KW},
    {"major", fn_major, "device, /", "The major number of a device.", 0},
    {"minor", fn_minor, "device, /", "The minor number of a device.", 0},
    {"makedev", fn_makedev, "major, minor, /", "The device of a major and a minor number.", 0},
    {"mknod", fn_mknod, "path, mode=384, device=0, *, dir_fd=None", "Make a file, a pipe with a name or a device.", NATIVE_KW},
    {0},
};
