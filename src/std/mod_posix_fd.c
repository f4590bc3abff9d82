/* mod_posix_fd.c: posix's functions on file descriptors. */
#include "mod_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mod_io.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

static Value answer(VM *vm, int r) { return r < 0 ? err_errno(vm, errno, NULL) : V_NONE; }

/* Reading from what may wait: a pipe, a terminal. */
static bool ready(VM *vm, int fd)
{
    struct stat st;
    if (fstat(fd, &st) < 0 || S_ISREG(st.st_mode) || fcntl(fd, F_GETFL) & O_NONBLOCK) return true;
    return io_wait(vm, fd, 1 /* POLLIN */);
}

static Value read_bytes(VM *vm, int fd, int64_t size, int64_t at)
{
    if (size < 0) return errno = EINVAL, err_errno(vm, errno, NULL);
    if (at < 0 && !ready(vm, fd)) return NULL;
    Value b = bytes_from(vm, NULL, size);
    if (!b) return NULL;
    ssize_t k;
    while ((k = at < 0 ? THREAD_AWAY(vm, read(fd, as_bytes(b)->data, (size_t)size)) : pread(fd, as_bytes(b)->data, (size_t)size, at)) < 0 && errno == EINTR)
        if (!vm_poll(vm)) return release(vm, b), NO_VALUE;
    if (k == size) return b;
    Value r = k < 0 ? err_errno(vm, errno, NULL) : bytes_from(vm, as_bytes(b)->data, k);
    release(vm, b);
    return r;
}

FN(fn_read)
{
    int fd;
    int64_t size;
    return int_arg(vm, args[0], &fd) && num_index_i64(vm, args[1], &size) ? read_bytes(vm, fd, size, -1) : NO_VALUE;
}
FN(fn_pread)
{
    int fd;
    int64_t size, at;
    if (!int_arg(vm, args[0], &fd) || !num_index_i64(vm, args[1], &size) || !num_index_i64(vm, args[2], &at)) return NULL;
    return read_bytes(vm, fd, size, at);
}

static Value write_bytes(VM *vm, int fd, Ref data, int64_t at)
{
    BufferView view;
    if (!buffer_get(vm, data, &view)) return NULL;
    ssize_t k;
    bool ok = true;
    vm->outside++;
    while ((k = at < 0 ? THREAD_AWAY(vm, write(fd, view.data, (size_t)view.len)) : pwrite(fd, view.data, (size_t)view.len, at)) < 0 && errno == EINTR && (ok = vm_poll(vm))) {}
    int number = errno;
    buffer_release(vm, &view);
    if (!ok) return NULL;
    return k < 0 ? err_errno(vm, number, NULL) : make_small(k);
}
FN(fn_write)
{
    int fd;
    return int_arg(vm, args[0], &fd) ? write_bytes(vm, fd, args[1], -1) : NO_VALUE;
}
FN(fn_pwrite)
{
    int fd;
    int64_t at;
    return int_arg(vm, args[0], &fd) && num_index_i64(vm, args[2], &at) ? write_bytes(vm, fd, args[1], at) : NO_VALUE;
}

FN(fn_close)
{
    int fd;
    return int_arg(vm, args[0], &fd) ? answer(vm, close(fd)) : NO_VALUE;
}
FN(fn_closerange)
{
    int low, high;
    if (!int_arg(vm, args[0], &low) || !int_arg(vm, args[1], &high)) return NULL;
    for (int fd = low < 0 ? 0 : low; fd < high; fd++) close(fd);
    return V_NONE;
}

FN(fn_lseek)
{
    int fd, whence;
    int64_t to;
    if (!int_arg(vm, args[0], &fd) || !num_index_i64(vm, args[1], &to) || !int_arg(vm, args[2], &whence)) return NULL;
    off_t at = lseek(fd, to, whence);
    return at < 0 ? err_errno(vm, errno, NULL) : int_from_i64(vm, at);
}

FN(fn_dup)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    int r = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return r < 0 ? err_errno(vm, errno, NULL) : make_small(r);
}
FN(fn_dup2)
{
    int a, b, inherit = args[2] ? op_truth(vm, args[2]) : 1;
    if (inherit < 0 || !int_arg(vm, args[0], &a) || !int_arg(vm, args[1], &b)) return NULL;
    int r = inherit ? dup2(a, b) : dup3(a, b, O_CLOEXEC);
    return r < 0 ? err_errno(vm, errno, NULL) : make_small(r);
}

FN(fn_pipe)
{
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) < 0) return err_errno(vm, errno, NULL);
    return tuple_of(vm, 2, make_small(fds[0]), make_small(fds[1]));
}
FN(fn_pipe2)
{
    int fds[2], flags;
    if (!int_arg(vm, args[0], &flags)) return NULL;
    if (pipe2(fds, flags) < 0) return err_errno(vm, errno, NULL);
    return tuple_of(vm, 2, make_small(fds[0]), make_small(fds[1]));
}

FN(fn_isatty)
{
    int fd;
    return int_arg(vm, args[0], &fd) ? make_bool(isatty(fd)) : NO_VALUE;
}
FN(fn_ttyname)
{
    int fd;
    char buf[256];
    if (!int_arg(vm, args[0], &fd)) return NULL;
    int r = ttyname_r(fd, buf, sizeof buf);
    return r ? err_errno(vm, r, NULL) : path_text(vm, buf);
}
FN(fn_fsync)
{
    Value f = retain(args[0]);
    if (!is_int(f) && !type_of(vm, f)->s.to_index) {
        release(vm, f);
        if (!(f = call_method(vm, args[0], NAME(fileno), NULL, 0))) return NULL;
    }
    int fd;
    bool ok = int_arg(vm, f, &fd);
    release(vm, f);
    return ok ? answer(vm, fsync(fd)) : NO_VALUE;
}
FN(fn_ftruncate)
{
    int fd;
    int64_t size;
    return int_arg(vm, args[0], &fd) && num_index_i64(vm, args[1], &size) ? answer(vm, ftruncate(fd, size)) : NO_VALUE;
}
FN(fn_fchmod)
{
    int fd, mode;
    return int_arg(vm, args[0], &fd) && int_arg(vm, args[1], &mode) ? answer(vm, fchmod(fd, (mode_t)mode)) : NO_VALUE;
}
FN(fn_sync)
{
    sync();
    return V_NONE;
}

FN(fn_get_inheritable)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    int flags = fcntl(fd, F_GETFD);
    return flags < 0 ? err_errno(vm, errno, NULL) : make_bool(!(flags & FD_CLOEXEC));
}
FN(fn_set_inheritable)
{
    int fd, on = op_truth(vm, args[1]);
    if (on < 0 || !int_arg(vm, args[0], &fd)) return NULL;
    int flags = fcntl(fd, F_GETFD);
    return answer(vm, flags < 0 ? -1 : fcntl(fd, F_SETFD, on ? flags & ~FD_CLOEXEC : flags | FD_CLOEXEC));
}
FN(fn_get_blocking)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 ? err_errno(vm, errno, NULL) : make_bool(!(flags & O_NONBLOCK));
}
FN(fn_set_blocking)
{
    int fd, on = op_truth(vm, args[1]);
    if (on < 0 || !int_arg(vm, args[0], &fd)) return NULL;
    int flags = fcntl(fd, F_GETFL);
    return answer(vm, flags < 0 ? -1 : fcntl(fd, F_SETFL, on ? flags & ~O_NONBLOCK : flags | O_NONBLOCK));
}

FN(fn_get_terminal_size)
{
    int fd = 1;
    struct winsize w;
    PosixState *s = module_state(vm, &posix_module);
    if (!s || (args[0] && !int_arg(vm, args[0], &fd))) return NULL;
    if (ioctl(fd, TIOCGWINSZ, &w) < 0) return err_errno(vm, errno, NULL);
    Ref v[2] = {make_small(w.ws_col), make_small(w.ws_row)};
    return structseq_new(vm, s->terminal_size, v, 2);
}

static Value random_bytes(VM *vm, int64_t size)
{
    if (size < 0) return err_raise(vm, EXC_ValueError, "negative argument not allowed");
    Value b = bytes_from(vm, NULL, size);
    for (int64_t got = 0; b && got < size;) {
        ssize_t k = getrandom(as_bytes(b)->data + got, (size_t)(size - got), 0);
        if (k >= 0) got += k;
        else if (errno != EINTR) {
            release(vm, b);
            return err_errno(vm, errno, NULL);
        } else if (!vm_poll(vm)) value_clear(vm, &b);
    }
    return b;
}
FN(fn_urandom)
{
    int64_t size;
    return num_index_i64(vm, args[0], &size) ? random_bytes(vm, size) : NO_VALUE;
}

FN(fn_device_encoding)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    return isatty(fd) ? str_from_c(vm, "UTF-8") : V_NONE;
}

const NativeDef posix_fd_functions[] = {
    {"read", fn_read, "fd, length, /", "Reads at most so many bytes from fd.", 0},
    {"pread", fn_pread, "fd, length, offset, /", "Reads at an offset; fd's position stays.", 0},
    {"write", fn_write, "fd, data, /", "Writes bytes to fd; says how many went.", 0},
    {"pwrite", fn_pwrite, "fd, buffer, offset, /", "Writes at an offset; fd's position stays.", 0},
    {"close", fn_close, "fd", "Close a file descriptor.", NATIVE_KW},
    {"closerange", fn_closerange, "fd_low, fd_high, /", "Closes fd_low up to, but not including, fd_high.", 0},
    {"lseek", fn_lseek, "fd, position, whence, /", "Moves fd's position and gives the new one.", 0},
    {"dup", fn_dup, "fd, /", "Return a duplicate of a file descriptor.", 0},
    {"dup2", fn_dup2, "fd, fd2, inheritable=True", "Duplicate file descriptor.", NATIVE_KW},
    {"pipe", fn_pipe, "", "Create a pipe.", 0},
    {"pipe2", fn_pipe2, "flags, /", "Create a pipe with flags set atomically.", 0},
    {"isatty", fn_isatty, "fd, /", "Whether fd is a terminal.", 0},
    {"ttyname", fn_ttyname, "fd, /", "The path of fd's terminal.", 0},
    {"fsync", fn_fsync, "fd", "Force write of fd to disk.", NATIVE_KW},
    {"fdatasync", fn_fsync, "fd", "Brings the file's data to the disk.", NATIVE_KW},
    {"ftruncate", fn_ftruncate, "fd, length, /", "Cuts or extends an open file.", 0},
    {"fchmod", fn_fchmod, "fd, mode", "Changes the mode of an open file.", NATIVE_KW},
    {"sync", fn_sync, "", "Force write of everything to disk.", 0},
    {"get_inheritable", fn_get_inheritable, "fd, /", "Whether children inherit fd.", 0},
    {"set_inheritable", fn_set_inheritable, "fd, inheritable, /", "Lets children inherit fd, or not.", 0},
    {"get_blocking", fn_get_blocking, "fd, /", "Whether reads and writes of fd wait.", 0},
    {"set_blocking", fn_set_blocking, "fd, blocking, /", "Makes reads and writes of fd wait, or not.", 0},
    {"get_terminal_size", fn_get_terminal_size, "fd=1, /", "How many columns and lines the terminal has.", 0},
    {"urandom", fn_urandom, "size, /", "Random bytes from the system.", 0},
    {"device_encoding", fn_device_encoding, "fd", "The encoding of fd's terminal; None without one.", NATIVE_KW},
    {0},
};
