/* mod_fcntl.c: the module fcntl: what can be asked of a descriptor: flags, locks, the device's own requests. */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/ioctl.h>

#include "lang/object/thread.h"
#include "mod_posix.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* What goes in and out as bytes: the system writes no more than so much. */
enum { ROOM = 1024 };

static bool number(VM *vm, Ref v, int64_t *out) /* an int as a C unsigned int has it */
{
    Value k = v ? num_index(vm, v) : make_small(0), low = k ? op_binary(vm, OP_AND, k, make_small(0xFFFFFFFF)) : NULL;
    release(vm, k);
    if (!low) return false;
    *out = (int32_t)(uint32_t)small_of(low);
    release(vm, low);
    return true;
}

/* str or bytes-like as bytes in room; -1: raised. */
static int64_t fill(VM *vm, Ref v, const char *fn, char *room)
{
    BufferView view;
    Value b = is_str(v) ? codec_encode(vm, v, NULL, NULL) : retain(v);
    bool ok = b && buffer_get(vm, b, &view);
    release(vm, b);
    if (!ok) return -1;
    int64_t len = view.len;
    if (len <= ROOM) memcpy(room, view.data, (size_t)len);
    buffer_release(vm, &view);
    return len <= ROOM ? len : err_minus(vm, EXC_ValueError, "%s string arg too long", fn);
}

/* Calls until it is not interrupted: the answer, or -1: raised. */
#define AGAIN(vm, call)                                                              \
    ({                                                                               \
        int again_r;                                                                 \
        bool again_ok = true;                                                        \
        while ((again_r = THREAD_AWAY(vm, call)) < 0 && errno == EINTR && (again_ok = vm_poll(vm))) {} \
        if (again_r < 0 && again_ok) err_errno(vm, errno, NULL);                     \
        again_r < 0 ? -1 : again_r;                                                  \
    })

FN(fn_fcntl)
{
    int fd, cmd;
    int64_t arg;
    char room[ROOM];
    if (!lib_fd(vm, args[0], &fd) || !int_arg(vm, args[1], &cmd)) return NULL;
    if (args[2] && (is_str(args[2]) || buffer_check(vm, args[2]))) {
        int64_t len = fill(vm, args[2], "fcntl", room);
        return len < 0 || AGAIN(vm, fcntl(fd, cmd, room)) < 0 ? NO_VALUE : bytes_from(vm, room, len);
    }
    if (!number(vm, args[2], &arg)) return NULL;
    int r = AGAIN(vm, fcntl(fd, cmd, (int)arg));
    return r < 0 ? NO_VALUE : make_small(r);
}

/* fd, request, arg, mutate_flag: a writable buffer is changed in place. */
FN(fn_ioctl)
{
    int fd, mutate = args[3] ? op_truth(vm, args[3]) : 1;
    int64_t request, arg;
    char room[ROOM + 1];
    if (mutate < 0 || !lib_fd(vm, args[0], &fd) || !number(vm, args[1], &request)) return NULL;
    unsigned long what = (unsigned long)(uint32_t)request;
    if (args[2] && (is_str(args[2]) || buffer_check(vm, args[2]))) {
        BufferView view = {0};
        int64_t len;
        if (!is_str(args[2]) && !buffer_get(vm, args[2], &view)) return NULL;
        bool in_place = view.owner && !view.readonly && mutate;
        if (in_place && view.len > ROOM) { /* as large as it is */
            int r = THREAD_AWAY(vm, ioctl(fd, what, view.data)), e = errno;
            buffer_release(vm, &view);
            return r < 0 ? err_errno(vm, e, NULL) : make_small(r);
        }
        if ((len = fill(vm, args[2], "ioctl", room)) < 0) {
            if (view.owner) buffer_release(vm, &view);
            return NULL;
        }
        room[len] = 0;
        int r = THREAD_AWAY(vm, ioctl(fd, what, room)), e = errno;
        if (in_place) memcpy(view.data, room, (size_t)len);
        if (view.owner) buffer_release(vm, &view);
        if (r < 0) return err_errno(vm, e, NULL);
        return in_place ? make_small(r) : bytes_from(vm, room, len);
    }
    if (!number(vm, args[2], &arg)) return NULL;
    int r = THREAD_AWAY(vm, ioctl(fd, what, (int)arg));
    return r < 0 ? err_errno(vm, errno, NULL) : make_small(r);
}

FN(fn_flock)
{
    int fd, how;
    if (!lib_fd(vm, args[0], &fd) || !int_arg(vm, args[1], &how)) return NULL;
    return AGAIN(vm, flock(fd, how)) < 0 ? NO_VALUE : V_NONE;
}

/* fd, cmd, len, start, whence */
FN(fn_lockf)
{
    int fd, cmd, whence = 0;
    int64_t len = 0, start = 0;
    if (!lib_fd(vm, args[0], &fd) || !int_arg(vm, args[1], &cmd) || (args[4] && !int_arg(vm, args[4], &whence))) return NULL;
    struct flock l = {0};
    if (cmd == LOCK_UN) l.l_type = F_UNLCK;
    else if (cmd & LOCK_SH) l.l_type = F_RDLCK;
    else if (cmd & LOCK_EX) l.l_type = F_WRLCK;
    else return err_raise(vm, EXC_ValueError, "unrecognized lockf argument");
    if ((args[2] && !num_index_i64(vm, args[2], &len)) || (args[3] && !num_index_i64(vm, args[3], &start))) return NULL;
    l.l_start = start;
    l.l_len = len;
    l.l_whence = (short)whence;
    return AGAIN(vm, fcntl(fd, cmd & LOCK_NB ? F_SETLK : F_SETLKW, &l)) < 0 ? NO_VALUE : V_NONE;
}

static const NativeDef functions[] = {
    {"fcntl", fn_fcntl, "fd, cmd, arg=0, /", "fcntl(2) of an open file: its answer; bytes given as arg come back as the system left them.", 0},
    {"ioctl", fn_ioctl, "fd, request, arg=0, mutate_flag=True, /", "ioctl(2) of an open file; a buffer that can be written is changed in place.", 0},
    {"flock", fn_flock, "fd, operation, /", "flock(2): LOCK_SH, LOCK_EX or LOCK_UN, with LOCK_NB not waiting.", 0},
    {"lockf", fn_lockf, "fd, cmd, len=0, start=0, whence=0, /", "Lock (or free) a part of a file.", 0},
    {0},
};
#define C(name) {#name, CONST_INT, (int64_t)name, 0, NULL}
static const ModuleConst constants[] = {
    C(DN_ACCESS), C(DN_ATTRIB), C(DN_CREATE), C(DN_DELETE), C(DN_MODIFY), {"DN_MULTISHOT", CONST_INT, 0x80000000, 0, NULL}, C(DN_RENAME), C(FASYNC), C(FD_CLOEXEC), C(F_ADD_SEALS), C(F_DUPFD),
    C(F_DUPFD_CLOEXEC), C(F_EXLCK), C(F_GETFD), C(F_GETFL), C(F_GETLEASE), C(F_GETLK), C(F_GETLK64), C(F_GETOWN), C(F_GETPIPE_SZ), C(F_GETSIG),
    C(F_GET_SEALS), C(F_NOTIFY), C(F_OFD_GETLK), C(F_OFD_SETLK), C(F_OFD_SETLKW), C(F_RDLCK), C(F_SEAL_GROW), C(F_SEAL_SEAL), C(F_SEAL_SHRINK),
    C(F_SEAL_WRITE), C(F_SETFD), C(F_SETFL), C(F_SETLEASE), C(F_SETLK), C(F_SETLK64), C(F_SETLKW), C(F_SETLKW64), C(F_SETOWN), C(F_SETPIPE_SZ),
    C(F_SETSIG), C(F_SHLCK), C(F_UNLCK), C(F_WRLCK), C(LOCK_EX), C(LOCK_MAND), C(LOCK_NB), C(LOCK_READ), C(LOCK_RW), C(LOCK_SH), C(LOCK_UN), C(LOCK_WRITE), {0}};

const ModuleDef fcntl_module = {.name = "fcntl", .doc = "File control and I/O control on file descriptors.", .functions = functions, .constants = constants};
