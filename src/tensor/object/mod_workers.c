/* mod_workers.c: the module _workers: forked processes that load data, and the sockets over which tasks go to them and batches come back.
 *
 * A message is one packet: its bytes and its tensors, in the packet itself when small, else in a file in memory that travels with it and that the receiver
 * maps: tensors are views of it, nothing is copied again. A worker never waits to hand over a batch for its size.
 *
 * No worker outlives what it works for: each has a thread that does nothing but wait for the other end of its socket to go, however its parent ends
 * (killed too), and then ends the process. So that end may be open in the parent alone: every other child that the process forks closes it at once. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "std/mod_posix.h"
#include "tensor_lib.h"
#include "lang/object/thread.h"

enum { ENDS = 4096, INLINE_BYTES = 32 << 10, ALIGN = 64, WATCH_STACK = 64 << 10 };

/* ---- the ends that only this process may hold ---- */
static pthread_mutex_t ends_lock = PTHREAD_MUTEX_INITIALIZER;
static int ends[ENDS], end_count;
static _Thread_local int keep_end = -1; /* of the child that this thread is about to fork */

static void lock_ends(void) { pthread_mutex_lock(&ends_lock); }
static void unlock_ends(void) { pthread_mutex_unlock(&ends_lock); }
static void drop_ends(void)
{
    for (int i = 0; i < end_count; i++)
        if (ends[i] != keep_end) close(ends[i]);
    end_count = 0;
    pthread_mutex_unlock(&ends_lock);
}
static void watch_forks(void) { pthread_atfork(lock_ends, unlock_ends, drop_ends); }

static bool add_ends(const int pair[2])
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    lock_ends();
    bool room = end_count + 2 <= ENDS;
    if (room) ends[end_count++] = pair[0], ends[end_count++] = pair[1];
    unlock_ends();
    return room;
}

static void close_end(int fd)
{
    lock_ends();
    for (int i = 0; i < end_count; i++)
        if (ends[i] == fd) {
            ends[i] = ends[--end_count];
            break;
        }
    close(fd);
    unlock_ends();
}

/* ---- a worker ---- */
static void *watch(void *arg)
{
    struct pollfd p = {(int)(intptr_t)arg, 0, 0};
    for (;;) {
        p.revents = 0;
        if (poll(&p, 1, -1) > 0 && p.revents) _exit(0);
    }
}

/* In the child: false: it cannot be watched, so it must not live. */
static bool become_worker(int fd)
{
    signal(SIGINT, SIG_IGN); /* Ctrl-C at the terminal reaches the whole group: the parent decides */
    signal(SIGTERM, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    sigset_t all, old;
    pthread_attr_t attr;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, WATCH_STACK);
    bool ok = pthread_create(&thread, &attr, watch, (void *)(intptr_t)fd) == 0;
    pthread_attr_destroy(&attr);
    sigemptyset(&old);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return ok;
}

/* start(anew): anew: it has GPUs of its own, as if it had been started and not forked */
static Value fn_start(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int pair[2];
    bool anew = op_truth(vm, args[0]) > 0;
    if (vm->before_fork && !vm->before_fork(vm)) return NULL;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) return err_errno(vm, errno, NULL);
    if (!add_ends(pair)) {
        close(pair[0]);
        close(pair[1]);
        return err_raise(vm, EXC_OSError, "too many workers");
    }
    keep_end = pair[1];
    pid_t pid = fork();
    int number = errno;
    keep_end = -1;
    if (pid == 0) {
        thread_after_fork(vm);
        if (vm->after_fork) vm->after_fork(vm);
        if (vm->core && anew) core_renew_gpus(vm->core);
        if (!become_worker(pair[1])) _exit(1);
        return tuple_of(vm, 2, make_small(0), make_small(pair[1]));
    }
    close_end(pair[1]);
    if (pid < 0) {
        close_end(pair[0]);
        return err_errno(vm, number, NULL);
    }
    return tuple_of(vm, 2, make_small(pid), make_small(pair[0]));
}

/* ---- messages ---- */
typedef struct Head { /* a packet's beginning */
    uint64_t bytes, tensors; /* of the text; how many tensors */
    uint64_t total;          /* of what follows here, or of the file */
    bool file;
} Head;
typedef struct Row { /* a tensor: these stand before the text */
    int64_t shape[MAX_DIMS];
    uint64_t at, size;
    uint8_t accent, dtype, ndim;
    bool wants_grad;
} Row;

static uint64_t padded(uint64_t n) { return (n + ALIGN - 1) / ALIGN * ALIGN; }

/* Where everything stands; false: raised. */
static bool lay_out(VM *vm, Ref tensors, int64_t text, Head *head)
{
    if (!is_list(tensors)) return err_false(vm, EXC_TypeError, "expected a list of tensors");
    *head = (Head){.bytes = (uint64_t)text, .tensors = (uint64_t)as_list(tensors)->len};
    head->total = padded(head->tensors * sizeof(Row) + head->bytes);
    for (int64_t i = 0; i < as_list(tensors)->len; i++) {
        Ref v = as_list(tensors)->items[i];
        if (!is_tensor(v)) return err_false(vm, EXC_TypeError, "expected a tensor, not %T", v);
        head->total += padded(tensor_bytes(tensor_of(v)));
    }
    head->file = head->total > INLINE_BYTES;
    return true;
}

static bool fill(TensorLib *lib, Ref text, Ref tensors, const Head *head, char *room)
{
    VM *vm = lib->vm;
    Row *rows = (Row *)(void *)room;
    uint64_t at = head->tensors * sizeof(Row);
    memcpy(room + at, as_bytes(text)->data, head->bytes);
    at = padded(at + head->bytes);
    for (uint64_t i = 0; i < head->tensors; i++) {
        Ref v = as_list(tensors)->items[i];
        Tensor *t = tensor_of(v);
        Row *r = &rows[i];
        memset(r, 0, sizeof *r);
        *r = (Row){.at = at, .size = tensor_bytes(t), .accent = as_obj(v)->aux, .dtype = t->dtype, .ndim = t->ndim, .wants_grad = (t->flags & T_REQUIRES_GRAD) != 0};
        memcpy(r->shape, t->shape, sizeof *t->shape * t->ndim);
        if (t->size && !tensor_read(lib->core, t, room + at)) return tensor_raise(lib, (Accent)r->accent), false;
        at += padded(r->size);
    }
    (void)vm;
    return true;
}

/* A file in memory of so many bytes, and its map; -1: errno says why. */
static int open_file(const char *name, uint64_t size, char **map)
{
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0) return -1;
    *map = ftruncate(file, (off_t)size) == 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (*map != MAP_FAILED) return file;
    int number = errno;
    close(file);
    errno = number;
    return -1;
}

/* 1 sent, 0 the other side has no room now, -1 errno says why. */
static int post(VM *vm, int fd, const Head *head, const char *body, int file, bool wait)
{
    struct iovec parts[2] = {{(void *)head, sizeof *head}, {(void *)body, head->file ? 0 : head->total}};
    union { char room[CMSG_SPACE(sizeof(int))]; struct cmsghdr align; } extra = {{0}};
    struct msghdr m = {.msg_iov = parts, .msg_iovlen = head->file ? 1 : 2};
    if (head->file) {
        m.msg_control = extra.room;
        m.msg_controllen = sizeof extra.room;
        struct cmsghdr *c = CMSG_FIRSTHDR(&m);
        *c = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(c), &file, sizeof file);
    }
    for (;;) {
        ssize_t k = THREAD_AWAY(vm, sendmsg(fd, &m, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT)));
        if (k >= 0) return 1;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return 0;
        if (errno != EINTR) return -1;
    }
}

/* send(fd, text, tensors, wait) -> was there room? */
static Value fn_send(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int fd;
    Head head;
    if (!lib || !int_arg(vm, args[0], &fd)) return NO_VALUE;
    if (!is_kind(args[1], KIND_BYTES)) return err_raise(vm, EXC_TypeError, "expected bytes, not %T", args[1]);
    if (!lay_out(vm, args[2], as_bytes(args[1])->len, &head)) return NO_VALUE;
    char *room = NULL;
    int file = -1, sent = -1;
    if (head.file) {
        if ((file = open_file("perch-batch", head.total, &room)) < 0) return err_errno(vm, errno, NULL);
    } else if (!(room = malloc(head.total + 1)))
        return err_no_memory(vm), NO_VALUE;
    bool filled = fill(lib, args[1], args[2], &head, room);
    if (filled) sent = post(vm, fd, &head, room, file, op_truth(vm, args[3]) > 0);
    int number = errno;
    if (file >= 0) {
        munmap(room, head.total);
        close(file);
    } else
        free(room);
    if (!filled) return NO_VALUE;
    return sent < 0 ? err_errno(vm, number, NULL) : make_bool(sent);
}

typedef struct Map { /* what the tensors of a message lie in, or a storage that processes share */
    char *at;
    uint64_t size;
    _Atomic int uses;
    int file; /* of a storage's; -1 */
} Map;

static void map_done(void *owner)
{
    Map *m = owner;
    if (atomic_fetch_sub(&m->uses, 1) > 1) return;
    munmap(m->at, m->size);
    if (m->file >= 0) close(m->file);
    free(m);
}

static Tensor *take_tensor(TensorLib *lib, const Row *r, char *body, Map *map)
{
    Tensor *t;
    if (map && r->size) {
        int64_t strides[MAX_DIMS], step = 1;
        for (int i = r->ndim - 1; i >= 0; i--) strides[i] = step, step *= r->shape[i] > 1 ? r->shape[i] : 1;
        t = tensor_borrow_host(lib->core, (DType)r->dtype, r->shape, strides, r->ndim, body + r->at, r->size, map_done, map);
        if (t) atomic_fetch_add(&map->uses, 1);
    } else
        t = tensor_from_host(lib->core, device_cpu(lib->core), (DType)r->dtype, r->shape, r->ndim, body + r->at);
    if (t) t->made = lang_site(lib->vm);
    return t;
}

/* (text, tensors, flags of those that want a gradient) of a whole message */
static Value unpacked(TensorLib *lib, const Head *head, char *body, Map *map)
{
    VM *vm = lib->vm;
    Value text = bytes_from(vm, body + head->tensors * sizeof(Row), (int64_t)head->bytes), tensors = list_new(vm, (int64_t)head->tensors);
    bool ok = text && tensors;
    for (uint64_t i = 0; ok && i < head->tensors; i++) {
        const Row *r = (const Row *)(void *)body + i;
        Value v = tensor_show(lib, (Accent)r->accent, take_tensor(lib, r, body, map));
        Value pair = v ? tuple_of(vm, 2, REF(v), make_bool(r->wants_grad)) : NO_VALUE;
        release(vm, v);
        ok = pair && list_append(vm, tensors, pair);
        release(vm, pair);
    }
    Value result = ok ? tuple_of(vm, 2, REF(text), REF(tensors)) : NO_VALUE;
    release(vm, text);
    release(vm, tensors);
    return result;
}

/* A file's bytes, seen by all who map them; NULL: errno says why. */
static Map *map_file(int file, uint64_t size)
{
    Map *map = malloc(sizeof *map);
    char *at = map ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (at != MAP_FAILED) return *map = (Map){at, size, 1, -1}, map;
    int number = errno;
    free(map);
    errno = number;
    return NULL;
}

static Value from_file(TensorLib *lib, const Head *head, int file)
{
    Map *map = map_file(file, head->total);
    close(file);
    if (!map) return err_no_memory(lib->vm), NO_VALUE;
    Value result = unpacked(lib, head, map->at, map);
    map_done(map);
    return result;
}

/* receive(fd, wait) -> (text, [(tensor, does it want a gradient)…]); None: nothing there yet; False: the other side has gone */
static Value fn_receive(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int fd, file = -1;
    if (!lib || !int_arg(vm, args[0], &fd)) return NO_VALUE;
    bool wait = op_truth(vm, args[1]) > 0;
    Head head = {0};
    char *body = malloc(INLINE_BYTES);
    if (!body) return err_no_memory(vm), NO_VALUE;
    struct iovec parts[2] = {{&head, sizeof head}, {body, INLINE_BYTES}};
    union { char room[CMSG_SPACE(sizeof(int))]; struct cmsghdr align; } extra;
    struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2, .msg_control = extra.room, .msg_controllen = sizeof extra.room};
    ssize_t k;
    do {
        k = THREAD_AWAY(vm, recvmsg(fd, &m, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT)));
    } while (k < 0 && errno == EINTR);
    int number = errno;
    struct cmsghdr *c = k > 0 ? CMSG_FIRSTHDR(&m) : NULL;
    if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) memcpy(&file, CMSG_DATA(c), sizeof file);
    Value result;
    if (k < 0 && (number == EAGAIN || number == EWOULDBLOCK)) result = V_NONE;
    else if (k == 0 || (k < 0 && number == ECONNRESET)) result = V_FALSE;
    else if (k < 0) result = err_errno(vm, number, NULL);
    else if (head.file && file < 0) result = err_raise(vm, EXC_OSError, "Too many open files");
    else result = head.file ? from_file(lib, &head, file) : unpacked(lib, &head, body, NULL);
    free(body);
    return result;
}

/* wait(fds, seconds) -> those that can be read or have lost their other side; seconds < 0: without end. Other threads run, an interrupt is raised. */
static Value fn_wait(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double seconds;
    if (!num_to_double(vm, args[1], &seconds)) return NO_VALUE;
    Value fds = list_from_iter(vm, args[0]), ready = list_new(vm, 0);
    int64_t count = fds ? as_list(fds)->len : 0;
    struct pollfd *p = calloc((size_t)count + 1, sizeof *p);
    bool ok = fds && ready && (p || (err_no_memory(vm), false));
    for (int64_t i = 0; ok && i < count; i++) {
        p[i].events = POLLIN;
        ok = int_arg(vm, as_list(fds)->items[i], &p[i].fd);
    }
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    double end = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec + seconds;
    while (ok) {
        int nap = 30;
        clock_gettime(CLOCK_MONOTONIC, &t);
        double left = end - ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
        if (seconds >= 0 && left * 1000 < nap) nap = left > 0 ? (int)(left * 1000) + 1 : 0;
        int k = THREAD_AWAY(vm, poll(p, (nfds_t)count, nap));
        vm_idle(vm);
        ok = vm_poll(vm);
        for (int64_t i = 0; ok && k > 0 && i < count; i++)
            if (p[i].revents) ok = list_append(vm, ready, as_list(fds)->items[i]);
        if (k > 0 || (seconds >= 0 && left <= 0)) break;
    }
    free(p);
    release(vm, fds);
    if (!ok) value_clear(vm, &ready);
    return ready;
}

static Value fn_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NO_VALUE;
    close_end(fd);
    return V_NONE;
}

/* is_shared(t): do its bytes lie in memory that other processes may see too? */
static Value fn_is_shared(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    return make_bool(tensor_of(args[0])->storage->free_borrowed == map_done);
}

/* share(t): its storage moves, with every view of it, into memory that other processes may see too: children made by fork(), and who maps descriptor(t). */
static Value fn_share(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    Storage *s = tensor_of(args[0])->storage;
    if (s->free_borrowed == map_done || s->device->kind != DEVICE_CPU) return V_NONE;
    Map *map = malloc(sizeof *map);
    if (!map) return err_no_memory(vm), NO_VALUE;
    *map = (Map){.size = s->size ? s->size : 1, .uses = 1};
    if ((map->file = open_file("perch-shared", map->size, &map->at)) < 0) {
        int number = errno;
        free(map);
        return err_errno(vm, number, NULL);
    }
    if (!storage_move(s, map->at, map_done, map)) {
        map_done(map);
        return tensor_raise(lib, (Accent)as_obj(args[0])->aux);
    }
    return V_NONE;
}

/* descriptor(t) -> (fd, the storage's bytes, where t begins in it, in bytes); None: no other process could map it */
static Value fn_descriptor(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    const Tensor *t = tensor_of(args[0]);
    const Storage *s = t->storage;
    const Map *map = s->free_borrowed == map_done ? s->owner : NULL;
    if (!map || map->file < 0) return V_NONE;
    return tuple_of(vm, 3, make_small(map->file), int_from_i64(vm, (int64_t)s->size), int_from_i64(vm, t->offset * (int64_t)dtype_bytes(t->dtype)));
}

/* attach(fd, bytes, dtype's number) -> all of a storage that another process shares, as a tensor with one axis; fd is closed with it */
static Value fn_attach(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t bytes, type;
    int file;
    if (!lib || !int_arg(vm, args[0], &file) || !num_index_i64(vm, args[1], &bytes) || !num_index_i64(vm, args[2], &type)) return NO_VALUE;
    if (bytes < 0 || type < 0 || type >= DTYPE_COUNT || bytes % (int64_t)dtype_bytes((DType)type)) return err_raise(vm, EXC_ValueError, "%lld bytes are no storage of this dtype", (long long)bytes);
    Map *map = map_file(file, bytes ? (uint64_t)bytes : 1);
    if (!map) {
        int number = errno;
        close(file);
        return err_errno(vm, number, NULL);
    }
    map->file = file;
    int64_t shape = bytes / (int64_t)dtype_bytes((DType)type), stride = 1;
    Tensor *t = tensor_borrow_host(lib->core, (DType)type, &shape, &stride, 1, map->at, (uint64_t)bytes, map_done, map);
    if (!t) {
        map_done(map);
        return tensor_raise(lib, ACCENT_TORCH);
    }
    t->made = lang_site(vm);
    return tensor_show(lib, ACCENT_TORCH, t);
}

static const NativeDef functions[] = {
    {"start", fn_start, "anew", "A worker: (pid, fd); in the worker itself (0, fd).", 0},
    {"send", fn_send, "fd, text, tensors, wait", "Bytes and tensors to the other side; was there room?", 0},
    {"receive", fn_receive, "fd, wait", "(text, [(tensor, wants a gradient)…]); None: nothing there; False: the other side has gone.", 0},
    {"wait", fn_wait, "fds, seconds", "Those that can be read.", 0},
    {"close", fn_close, "fd", "The worker behind it ends.", 0},
    {"is_shared", fn_is_shared, "t", "Is its memory shared with other processes?", 0},
    {"share", fn_share, "t", "Moves its memory to where other processes may share it.", 0},
    {"descriptor", fn_descriptor, "t", "The file that shared memory lies in.", 0},
    {"attach", fn_attach, "fd, bytes, dtype", "The memory that another process shares, as a tensor.", 0},
    {0},
};

const ModuleDef workers_module = {.name = "_workers", .doc = "Forked processes that load data.", .functions = functions};
