/* mod_posix.c: the module posix: its table, path arguments, stat results, the environment. Functions stand in mod_posix_file.c (paths), mod_posix_dir.c (scandir),
 * mod_posix_xattr.c, mod_posix_fd.c (descriptors), mod_posix_move.c, mod_posix_process.c, mod_posix_spawn.c, mod_posix_user.c, mod_posix_sched.c and mod_posix_conf.c. */
#include "mod_posix.h"

#include "lang/object/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <dlfcn.h>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

/* ---- arguments ---- */

Value path_fspath(VM *vm, Ref v)
{
    if (is_str(v) || is_bytes(v)) return retain(v);
    bool found;
    Value p = call_special(vm, v, NAME(__fspath__), NULL, 0, &found);
    if (!found) return err_raise(vm, EXC_TypeError, "expected str, bytes or os.PathLike object, not %T", v);
    if (!p || is_str(p) || is_bytes(p)) return p;
    err_raise(vm, EXC_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", v, p);
    release(vm, p);
    return NULL;
}

static bool fd_number(VM *vm, Ref v, int *fd)
{
    int64_t i;
    Value n = num_index(vm, v);
    if (!n) return false;
    bool fits = int_fits_i64(n, &i), high = int_sign(n) > 0;
    release(vm, n);
    if (!fits || i > INT32_MAX || i < INT32_MIN)
        return err_false(vm, EXC_OverflowError, high ? "fd is greater than maximum" : "fd is less than minimum");
    *fd = (int)i;
    return true;
}

/* Bytes that are no `bytes` are taken as a path with a warning; nothing else is. */
static Value path_of_buffer(VM *vm, const char *fn, const char *arg, Ref v, int flags)
{
    const char *kinds = flags & PATH_FD ? flags & PATH_NONE ? "string, bytes, os.PathLike, integer or None" : "string, bytes, os.PathLike or integer"
                                        : flags & PATH_NONE ? "string, bytes, os.PathLike or None" : "string, bytes or os.PathLike";
    Value text = str_format(vm, "%s: %s should be %s, not %T", fn, arg, kinds, v);
    BufferView view;
    if (!text) return NULL;
    if (!buffer_check(vm, v)) {
        err_raise(vm, EXC_TypeError, "%U", (Ref)text);
        release(vm, text);
        return NULL;
    }
    if (!err_warn(vm, EXC_DeprecationWarning, text) || !buffer_get(vm, v, &view)) return NULL;
    Value bytes = bytes_from(vm, view.data, view.len);
    buffer_release(vm, &view);
    return bytes;
}

bool path_arg(VM *vm, const char *fn, const char *arg, Ref v, int flags, PathArg *out)
{
    *out = (PathArg){NULL, NULL, v, -1};
    if ((!v || is_none(v)) && flags & PATH_NONE) {
        out->given = NULL;
        return (out->bytes = bytes_from(vm, ".", 1)) != NULL;
    }
    Value p = NULL;
    if (is_str(v) || is_bytes(v)) p = retain(v);
    else if (flags & PATH_FD && type_of(vm, v)->s.to_index) return fd_number(vm, v, &out->fd);
    else if (is_int(v) && flags & PATH_FD) return fd_number(vm, v, &out->fd);
    else {
        bool found;
        p = call_special(vm, v, NAME(__fspath__), NULL, 0, &found);
        if (!found && !(p = path_of_buffer(vm, fn, arg, v, flags))) return false;
        if (p && !is_str(p) && !is_bytes(p)) {
            err_raise(vm, EXC_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", v, p);
            value_clear(vm, &p);
        }
    }
    if (!p) return false;
    out->held = p;
    out->given = p;
    out->bytes = is_str(p) ? codec_encode(vm, p, "utf-8", "surrogateescape") : retain(p);
    if (out->bytes && strlen(path_c(out)) == (size_t)as_bytes(out->bytes)->len) return true;
    if (out->bytes) err_raise(vm, EXC_ValueError, is_str(p) ? "embedded null byte" : "%s: embedded null character in %s", fn, arg);
    path_done(vm, out);
    return false;
}

void path_done(VM *vm, PathArg *p)
{
    value_clear(vm, &p->bytes);
    value_clear(vm, &p->held);
}

Value path_error(VM *vm, PathArg *p)
{
    err_errno(vm, errno, p->given);
    path_done(vm, p);
    return NULL;
}

Value path_text(VM *vm, const char *s) { return codec_decode(vm, s, (int64_t)strlen(s), "utf-8", "surrogateescape"); }

bool int_arg(VM *vm, Ref v, int *out)
{
    int64_t i;
    Value n = num_index(vm, v);
    if (!n) return false;
    bool fits = int_fits_i64(n, &i), high = int_sign(n) > 0;
    release(vm, n);
    if (!fits) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C int");
    if (i > INT32_MAX || i < INT32_MIN) return err_false(vm, EXC_OverflowError, "signed integer is %s than %s", high ? "greater" : "less", high ? "maximum" : "minimum");
    *out = (int)i;
    return true;
}

bool lib_fd(VM *vm, Ref v, int *fd)
{
    Value f = is_int(v) ? retain(v) : NULL;
    if (!f) {
        Value ask;
        int has = obj_lookup_attr(vm, v, NAME(fileno), &ask);
        if (has < 0) return false;
        if (!has) return err_false(vm, EXC_TypeError, "argument must be an int, or have a fileno() method.");
        f = call0(vm, ask);
        release(vm, ask);
        if (!f) return false;
        if (!is_int(f)) {
            release(vm, f);
            return err_false(vm, EXC_TypeError, "fileno() returned a non-integer");
        }
    }
    int64_t i;
    bool fits = int_fits_i64(f, &i);
    release(vm, f);
    if (!fits || i > INT32_MAX || i < INT32_MIN) return err_false(vm, EXC_OverflowError, fits ? "Python int too large to convert to C int" : "Python int too large to convert to C long");
    if (i < 0) return err_false(vm, EXC_ValueError, "file descriptor cannot be a negative integer (%lld)", (long long)i);
    *fd = (int)i;
    return true;
}

/* ---- results ---- */

static const char *const stat_fields[] = {"st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime"};
static const char *const stat_hidden[] = {"st_atime", "st_mtime", "st_ctime", "st_atime_ns", "st_mtime_ns", "st_ctime_ns", "st_blksize", "st_blocks", "st_rdev"};
enum { STAT_ITEMS = 10, STAT_HIDDEN = 9 };

Value posix_stat_value(VM *vm, const void *data)
{
    const struct stat *st = data;
    PosixState *s = module_state(vm, &posix_module);
    if (!s) return NULL;
    const struct timespec *times[] = {&st->st_atim, &st->st_mtim, &st->st_ctim};
    Value v[STAT_ITEMS + STAT_HIDDEN] = {
        make_small(st->st_mode), int_from_u64(vm, st->st_ino), int_from_u64(vm, st->st_dev), make_small((int64_t)st->st_nlink),
        make_small(st->st_uid), make_small(st->st_gid), int_from_i64(vm, st->st_size)};
    for (int i = 0; i < 3; i++) {
        v[7 + i] = make_small(times[i]->tv_sec);
        v[10 + i] = make_float((double)times[i]->tv_sec + 1e-9 * (double)times[i]->tv_nsec);
        v[13 + i] = int_from_i64(vm, (int64_t)times[i]->tv_sec * 1000000000 + times[i]->tv_nsec);
    }
    v[16] = make_small(st->st_blksize);
    v[17] = make_small(st->st_blocks);
    v[18] = int_from_u64(vm, st->st_rdev);
    bool ok = true;
    for (int i = 0; i < STAT_ITEMS + STAT_HIDDEN; i++) ok &= v[i] != NULL;
    Value r = ok ? structseq_new_hidden(vm, s->stat_result, as_refs(v), STAT_ITEMS, stat_hidden, STAT_HIDDEN) : NULL;
    for (int i = 0; i < STAT_ITEMS + STAT_HIDDEN; i++) release(vm, v[i]);
    return r;
}

/* ---- waiting ---- */

int64_t lib_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* An interrupt that comes from another thread, or just before the wait, is noticed after so many ms. */
enum { WAIT_STEP = 40 };
int lib_step(int64_t until)
{
    if (until < 0) return WAIT_STEP;
    int64_t left = until - lib_clock();
    return left <= 0 ? 0 : left >= (int64_t)WAIT_STEP * 1000000 ? WAIT_STEP : (int)((left + 999999) / 1000000);
}

int lib_poll(VM *vm, struct pollfd *p, size_t n, int64_t until, const int *live)
{
    int r = poll(p, n, 0);
    for (;;) {
        if (r > 0 || (r < 0 && errno != EINTR)) return r < 0 ? LIB_ERRNO : r;
        if (r < 0 && !vm_poll(vm)) return LIB_RAISED;
        int step = lib_step(until);
        if (step == 0) return 0;
        r = THREAD_AWAY(vm, poll(p, n, step));
        if (r <= 0) vm_idle(vm);
        if (live && *live != p->fd) {
            p->fd = *live;
            return 1;
        }
        if (!vm_poll(vm)) return LIB_RAISED;
    }
}

bool lib_nap(VM *vm, double seconds)
{
    if (threads_shared(vm)) return thread_nap(vm, seconds);
    struct timespec now, end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    double whole = seconds < 4e9 ? seconds : 4e9;
    int64_t ns = (int64_t)((whole - (double)(int64_t)whole) * 1e9 + 0.5) + end.tv_nsec;
    end.tv_sec += (time_t)whole + ns / 1000000000;
    end.tv_nsec = ns % 1000000000;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t left = (int64_t)(end.tv_sec - now.tv_sec) * 1000000000 + (end.tv_nsec - now.tv_nsec);
        if (left <= 0) return vm_poll(vm);
        struct timespec step = {0, left < 30000000 ? left : 30000000};
        nanosleep(&step, NULL);
        vm_idle(vm);
        if (!vm_poll(vm)) return false;
    }
}

pid_t lib_wait(VM *vm, pid_t pid, int *status, int options)
{
    double nap = 0.0002;
    for (;;) {
        pid_t r = waitpid(pid, status, options | WNOHANG);
        vm->outside++;
        if (r > 0 || (r == 0 && options & WNOHANG)) return r;
        if (r < 0 && errno != EINTR) {
            err_errno(vm, errno, NULL);
            return -1;
        }
        if (!lib_nap(vm, nap)) return -1;
        if (nap < 0.005) nap *= 1.5;
    }
}

/* ---- argument vectors ---- */

static char **fill_array(VM *vm, Value items, Value *keep_items, Value *keep_array)
{
    int64_t n = items ? as_list(items)->len : 0;
    Value array = items ? bytes_from(vm, NULL, (n + 1) * (int64_t)sizeof(char *)) : NULL;
    if (!array) {
        release(vm, items);
        return NULL;
    }
    char **p = (char **)(void *)as_bytes(array)->data;
    for (int64_t i = 0; i < n; i++) p[i] = (char *)as_bytes(as_list(items)->items[i])->data;
    p[n] = NULL;
    *keep_items = items;
    *keep_array = array;
    return p;
}

char **lib_argv(VM *vm, Ref seq, const char *what, Value *keep_items, Value *keep_array)
{
    if (!is_list(seq) && !is_tuple(seq)) {
        err_raise(vm, EXC_TypeError, "%s must be a tuple or list", what);
        return NULL;
    }
    Value all = list_from_iter(vm, seq), items = all ? list_new(vm, 0) : NULL;
    for (int64_t i = 0; items && i < as_list(all)->len; i++) {
        PathArg p;
        if (!path_arg(vm, "exec", what, as_list(all)->items[i], 0, &p)) value_clear(vm, &items);
        else {
            if (!list_append(vm, items, p.bytes)) value_clear(vm, &items);
            path_done(vm, &p);
        }
    }
    release(vm, all);
    return fill_array(vm, items, keep_items, keep_array);
}

char **lib_envp(VM *vm, Ref mapping, Value *keep_items, Value *keep_array)
{
    Value d = dict_new(vm), items = d && dict_update(vm, d, mapping) ? list_new(vm, 0) : NULL;
    int64_t pos = 0;
    Ref key, value;
    while (items && dict_next(d, &pos, &key, &value)) {
        PathArg k, v;
        if (!path_arg(vm, "exec", "env key", key, 0, &k)) value_clear(vm, &items);
        else if (!path_arg(vm, "exec", "env value", value, 0, &v)) {
            path_done(vm, &k);
            value_clear(vm, &items);
        } else {
            int64_t nk = as_bytes(k.bytes)->len, nv = as_bytes(v.bytes)->len;
            Value both = NULL;
            if (memchr(path_c(&k), '=', (size_t)nk) || nk == 0) err_raise(vm, EXC_ValueError, "illegal environment variable name");
            else both = bytes_from(vm, NULL, nk + 1 + nv);
            if (both) {
                memcpy(as_bytes(both)->data, path_c(&k), (size_t)nk);
                as_bytes(both)->data[nk] = '=';
                memcpy(as_bytes(both)->data + nk + 1, path_c(&v), (size_t)nv);
            }
            if (!both || !list_append_take(vm, items, both)) value_clear(vm, &items);
            path_done(vm, &k);
            path_done(vm, &v);
        }
    }
    release(vm, d);
    return fill_array(vm, items, keep_items, keep_array);
}

/* ---- the module ---- */

extern char **environ;

static Value environ_dict(VM *vm)
{
    Value d = dict_new(vm);
    for (char **e = environ; d && e && *e; e++) {
        const char *eq = strchr(*e + (**e == '='), '=');
        if (!eq) continue;
        Value k = bytes_from(vm, *e, eq - *e), v = k ? bytes_from(vm, eq + 1, (int64_t)strlen(eq + 1)) : NULL;
        if (!v || (!dict_contains(vm, d, k) && !dict_set(vm, d, k, v))) value_clear(vm, &d);
        release(vm, k);
        release(vm, v);
    }
    return d;
}

static bool add_functions(VM *vm, Dict *ns, const NativeDef *f, Ref module)
{
    for (; f->name; f++)
        if (!module_add(vm, ns, f->name, native_new(vm, f, NULL, module))) return false;
    return true;
}

static bool add_all_functions(VM *vm, Dict *ns, Ref module)
{
    static const NativeDef *const tables[] = {posix_file_functions, posix_dir_functions, posix_xattr_functions, posix_fd_functions, posix_move_functions, posix_process_functions,
                                              posix_spawn_functions, posix_user_functions, posix_sched_functions, posix_conf_functions};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!add_functions(vm, ns, tables[i], module)) return false;
    return true;
}

/* Of these os says which of its functions take descriptors, descriptors of folders, and links as they are. */
static Value have_functions(VM *vm)
{
    static const char *const names[] = {"HAVE_EVENTFD", "HAVE_FACCESSAT", "HAVE_FCHDIR", "HAVE_FCHMOD", "HAVE_FCHMODAT", "HAVE_FCHOWN", "HAVE_FCHOWNAT", "HAVE_FEXECVE", "HAVE_FDOPENDIR",
                                        "HAVE_FPATHCONF", "HAVE_FSTATAT", "HAVE_FSTATVFS", "HAVE_FTRUNCATE", "HAVE_FUTIMENS", "HAVE_FUTIMES", "HAVE_FUTIMESAT", "HAVE_LINKAT", "HAVE_LCHOWN",
                                        "HAVE_LSTAT", "HAVE_LUTIMES", "HAVE_MEMFD_CREATE", "HAVE_MKDIRAT", "HAVE_MKFIFOAT", "HAVE_MKNODAT", "HAVE_OPENAT", "HAVE_READLINKAT", "HAVE_RENAMEAT",
                                        "HAVE_SYMLINKAT", "HAVE_UNLINKAT", "HAVE_UTIMENSAT"};
    Value list = list_new(vm, 0);
    for (size_t i = 0; list && i < sizeof names / sizeof *names; i++) {
        Value name = str_from_c(vm, names[i]);
        if (!name || !list_append_take(vm, list, name)) value_clear(vm, &list);
    }
    return list;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    static const char *const size_fields[] = {"columns", "lines"}, *const uname_fields[] = {"sysname", "nodename", "release", "version", "machine"},
        *const times_fields[] = {"user", "system", "children_user", "children_system", "elapsed"},
        *const waitid_fields[] = {"si_pid", "si_uid", "si_signo", "si_status", "si_code"},
        *const vfs_fields[] = {"f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree", "f_favail", "f_flag", "f_namemax", "f_fsid"};
    PosixState *s = as_module(module)->state;
    Ref name = dict_get_str(vm, REF(ns), NAME(__name__));
    s->stat_result = structseq_type_hidden(vm, "os.stat_result", stat_fields, STAT_ITEMS, 7, stat_hidden, STAT_HIDDEN);
    s->terminal_size = s->stat_result ? structseq_type(vm, "os.terminal_size", size_fields, 2, 2) : NULL;
    s->uname_result = s->terminal_size ? structseq_type(vm, "posix.uname_result", uname_fields, 5, 5) : NULL;
    s->times_result = s->uname_result ? structseq_type(vm, "posix.times_result", times_fields, 5, 5) : NULL;
    s->statvfs_result = s->times_result ? structseq_type(vm, "os.statvfs_result", vfs_fields, 11, 10) : NULL;
    s->waitid_result = s->statvfs_result ? structseq_type(vm, "posix.waitid_result", waitid_fields, 5, 5) : NULL;
    return s->waitid_result && dict_set_c(vm, REF(ns), "waitid_result", s->waitid_result) && posix_dir_open(vm, s, ns) && posix_conf_open(vm, ns) && posix_sched_open(vm, s, ns) &&
           module_add(vm, ns, "_have_functions", have_functions(vm)) && add_all_functions(vm, ns, name) && dict_set_c(vm, REF(ns), "stat_result", s->stat_result) && dict_set_c(vm, REF(ns), "terminal_size", s->terminal_size) &&
           dict_set_c(vm, REF(ns), "uname_result", s->uname_result) && dict_set_c(vm, REF(ns), "times_result", s->times_result) &&
           dict_set_c(vm, REF(ns), "statvfs_result", s->statvfs_result) && module_add(vm, ns, "environ", environ_dict(vm)) &&
           dict_set_c(vm, REF(ns), "error", REF(vm->exc_types[EXC_OSError]));
}

static void done(VM *vm, void *state)
{
    PosixState *s = state;
    release(vm, s->stat_result);
    release(vm, s->terminal_size);
    release(vm, s->uname_result);
    release(vm, s->times_result);
    release(vm, s->statvfs_result);
    release(vm, s->waitid_result);
    release(vm, s->sched_param);
    release(vm, s->dir_entry);
    release(vm, s->scan);
}

#define C(name) {#name, CONST_INT, name, 0, NULL}
#define N(name, number) {#name, CONST_INT, number, 0, NULL}
#define HUGE(size, log2) {"MFD_HUGE_" #size, CONST_INT, (int64_t)log2 << 26, 0, NULL}
static const ModuleConst constants[] = {
    C(O_RDONLY), C(O_WRONLY), C(O_RDWR), C(O_CREAT), C(O_EXCL), C(O_TRUNC), C(O_APPEND), C(O_NONBLOCK), C(O_CLOEXEC), C(O_SYNC), C(O_DSYNC),
    C(O_RSYNC), C(O_NOCTTY), C(O_DIRECTORY), C(O_NOFOLLOW), C(O_DIRECT), C(O_ASYNC), C(O_NDELAY), C(O_PATH), C(O_TMPFILE), C(O_NOATIME), C(O_ACCMODE),
    C(F_OK), C(R_OK), C(W_OK), C(X_OK), C(WNOHANG), C(WUNTRACED), C(WCONTINUED), C(SEEK_DATA), C(SEEK_HOLE),
    C(O_FSYNC), C(O_LARGEFILE), C(WEXITED), C(WSTOPPED), C(WNOWAIT), C(P_PID), C(P_PGID), C(P_ALL), N(P_PIDFD, 3), C(CLD_EXITED), C(CLD_KILLED), C(CLD_DUMPED), C(CLD_TRAPPED), C(CLD_STOPPED),
    C(CLD_CONTINUED), C(PRIO_PROCESS), C(PRIO_PGRP), C(PRIO_USER), C(F_LOCK), C(F_TLOCK), C(F_ULOCK), C(F_TEST), C(GRND_NONBLOCK), C(GRND_RANDOM), C(EFD_CLOEXEC), C(EFD_NONBLOCK), C(EFD_SEMAPHORE),
    C(MFD_CLOEXEC), C(MFD_ALLOW_SEALING), C(MFD_HUGETLB), N(MFD_HUGE_SHIFT, 26), N(MFD_HUGE_MASK, 63), HUGE(64KB, 16), HUGE(512KB, 19), HUGE(1MB, 20), HUGE(2MB, 21), HUGE(8MB, 23), HUGE(16MB, 24),
    HUGE(32MB, 25), HUGE(256MB, 28), HUGE(512MB, 29), HUGE(1GB, 30), HUGE(2GB, 31), HUGE(16GB, 34), C(POSIX_FADV_NORMAL), C(POSIX_FADV_SEQUENTIAL), C(POSIX_FADV_RANDOM), C(POSIX_FADV_NOREUSE),
    C(POSIX_FADV_WILLNEED), C(POSIX_FADV_DONTNEED), N(POSIX_SPAWN_OPEN, 0), N(POSIX_SPAWN_CLOSE, 1), N(POSIX_SPAWN_DUP2, 2), C(RTLD_LAZY), C(RTLD_NOW), C(RTLD_GLOBAL), C(RTLD_LOCAL),
    C(RTLD_NODELETE), C(RTLD_NOLOAD), C(RTLD_DEEPBIND), C(RWF_HIPRI), C(RWF_DSYNC), C(RWF_SYNC), C(RWF_NOWAIT), C(RWF_APPEND), C(SCHED_OTHER), C(SCHED_FIFO), C(SCHED_RR), C(SCHED_BATCH),
    C(SCHED_IDLE), C(SCHED_RESET_ON_FORK), C(SPLICE_F_MOVE), C(SPLICE_F_NONBLOCK), C(SPLICE_F_MORE), C(ST_RDONLY), C(ST_NOSUID), C(ST_NODEV), C(ST_NOEXEC), C(ST_SYNCHRONOUS), C(ST_MANDLOCK), C(ST_WRITE),
    C(ST_APPEND), C(ST_NOATIME), C(ST_NODIRATIME), C(ST_RELATIME), C(XATTR_CREATE), C(XATTR_REPLACE), N(XATTR_SIZE_MAX, 65536),
    {"EX_OK", CONST_INT, 0, 0, NULL}, N(EX_NOUSER, 67), N(EX_NOHOST, 68), N(EX_OSFILE, 72), N(EX_CANTCREAT, 73), N(EX_TEMPFAIL, 75), N(EX_PROTOCOL, 76), N(EX_NOPERM, 77), N(EX_CONFIG, 78), {"EX_USAGE", CONST_INT, 64, 0, NULL}, {"EX_DATAERR", CONST_INT, 65, 0, NULL}, {"EX_NOINPUT", CONST_INT, 66, 0, NULL},
    {"EX_UNAVAILABLE", CONST_INT, 69, 0, NULL}, {"EX_SOFTWARE", CONST_INT, 70, 0, NULL}, {"EX_OSERR", CONST_INT, 71, 0, NULL},
    {"EX_IOERR", CONST_INT, 74, 0, NULL}, {"NGROUPS_MAX", CONST_INT, 65536, 0, NULL}, {"TMP_MAX", CONST_INT, 238328, 0, NULL}, {0}};

const ModuleDef posix_module = {
    .name = "posix", .doc = "Access to what the operating system offers.", .constants = constants, .init = init,
    .state_size = sizeof(PosixState), .done = done};
