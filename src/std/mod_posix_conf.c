/* mod_posix_conf.c: posix's limits and settings of the system by name: sysconf, pathconf, confstr. */
#include "mod_posix.h"

#include <errno.h>
#include <unistd.h>

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct ConfName { const char *name; int id; } ConfName;

#define SC(name) {"SC_" #name, _SC_##name},
static const ConfName sys_names[] = {
    SC(2_CHAR_TERM) SC(2_C_BIND) SC(2_C_DEV) SC(2_C_VERSION) SC(2_FORT_DEV) SC(2_FORT_RUN) SC(2_LOCALEDEF) SC(2_SW_DEV) SC(2_UPE) SC(2_VERSION) SC(AIO_LISTIO_MAX) SC(AIO_MAX)
    SC(AIO_PRIO_DELTA_MAX) SC(ARG_MAX) SC(ASYNCHRONOUS_IO) SC(ATEXIT_MAX) SC(AVPHYS_PAGES) SC(BC_BASE_MAX) SC(BC_DIM_MAX) SC(BC_SCALE_MAX) SC(BC_STRING_MAX) SC(CHARCLASS_NAME_MAX)
    SC(CHAR_BIT) SC(CHAR_MAX) SC(CHAR_MIN) SC(CHILD_MAX) SC(CLK_TCK) SC(COLL_WEIGHTS_MAX) SC(DELAYTIMER_MAX) SC(EQUIV_CLASS_MAX) SC(EXPR_NEST_MAX) SC(FSYNC) SC(GETGR_R_SIZE_MAX)
    SC(GETPW_R_SIZE_MAX) SC(INT_MAX) SC(INT_MIN) SC(IOV_MAX) SC(JOB_CONTROL) SC(LINE_MAX) SC(LOGIN_NAME_MAX) SC(LONG_BIT) SC(MAPPED_FILES) SC(MB_LEN_MAX) SC(MEMLOCK) SC(MEMLOCK_RANGE)
    SC(MEMORY_PROTECTION) SC(MESSAGE_PASSING) SC(MINSIGSTKSZ) SC(MQ_OPEN_MAX) SC(MQ_PRIO_MAX) SC(NGROUPS_MAX) SC(NL_ARGMAX) SC(NL_LANGMAX) SC(NL_MSGMAX) SC(NL_NMAX) SC(NL_SETMAX) SC(NL_TEXTMAX)
    SC(NPROCESSORS_CONF) SC(NPROCESSORS_ONLN) SC(NZERO) SC(OPEN_MAX) SC(PAGESIZE) SC(PAGE_SIZE) SC(PASS_MAX) SC(PHYS_PAGES) SC(PII) SC(PII_INTERNET) SC(PII_INTERNET_DGRAM)
    SC(PII_INTERNET_STREAM) SC(PII_OSI) SC(PII_OSI_CLTS) SC(PII_OSI_COTS) SC(PII_OSI_M) SC(PII_SOCKET) SC(PII_XTI) SC(POLL) SC(PRIORITIZED_IO) SC(PRIORITY_SCHEDULING) SC(REALTIME_SIGNALS)
    SC(RE_DUP_MAX) SC(RTSIG_MAX) SC(SAVED_IDS) SC(SCHAR_MAX) SC(SCHAR_MIN) SC(SELECT) SC(SEMAPHORES) SC(SEM_NSEMS_MAX) SC(SEM_VALUE_MAX) SC(SHARED_MEMORY_OBJECTS) SC(SHRT_MAX) SC(SHRT_MIN)
    SC(SIGQUEUE_MAX) SC(SSIZE_MAX) SC(STREAM_MAX) SC(SYNCHRONIZED_IO) SC(THREADS) SC(THREAD_ATTR_STACKADDR) SC(THREAD_ATTR_STACKSIZE) SC(THREAD_DESTRUCTOR_ITERATIONS) SC(THREAD_KEYS_MAX)
    SC(THREAD_PRIORITY_SCHEDULING) SC(THREAD_PRIO_INHERIT) SC(THREAD_PRIO_PROTECT) SC(THREAD_PROCESS_SHARED) SC(THREAD_SAFE_FUNCTIONS) SC(THREAD_STACK_MIN) SC(THREAD_THREADS_MAX) SC(TIMERS)
    SC(TIMER_MAX) SC(TTY_NAME_MAX) SC(TZNAME_MAX) SC(T_IOV_MAX) SC(UCHAR_MAX) SC(UINT_MAX) SC(UIO_MAXIOV) SC(ULONG_MAX) SC(USHRT_MAX) SC(VERSION) SC(WORD_BIT) SC(XBS5_ILP32_OFF32)
    SC(XBS5_ILP32_OFFBIG) SC(XBS5_LP64_OFF64) SC(XBS5_LPBIG_OFFBIG) SC(XOPEN_CRYPT) SC(XOPEN_ENH_I18N) SC(XOPEN_LEGACY) SC(XOPEN_REALTIME) SC(XOPEN_REALTIME_THREADS) SC(XOPEN_SHM)
    SC(XOPEN_UNIX) SC(XOPEN_VERSION) SC(XOPEN_XCU_VERSION) SC(XOPEN_XPG2) SC(XOPEN_XPG3) SC(XOPEN_XPG4) {NULL, 0}};

#define PC(name) {"PC_" #name, _PC_##name},
static const ConfName path_names[] = {
    PC(ALLOC_SIZE_MIN) PC(ASYNC_IO) PC(CHOWN_RESTRICTED) PC(FILESIZEBITS) PC(LINK_MAX) PC(MAX_CANON) PC(MAX_INPUT) PC(NAME_MAX) PC(NO_TRUNC) PC(PATH_MAX) PC(PIPE_BUF) PC(PRIO_IO)
    PC(REC_INCR_XFER_SIZE) PC(REC_MAX_XFER_SIZE) PC(REC_MIN_XFER_SIZE) PC(REC_XFER_ALIGN) PC(SOCK_MAXBUF) PC(SYMLINK_MAX) PC(SYNC_IO) PC(VDISABLE) {NULL, 0}};

#define CS(name) {"CS_" #name, _CS_##name},
#define CS_FLAGS(kind) CS(kind##_CFLAGS) CS(kind##_LDFLAGS) CS(kind##_LIBS) CS(kind##_LINTFLAGS)
static const ConfName text_names[] = {
    CS(GNU_LIBC_VERSION) CS(GNU_LIBPTHREAD_VERSION) CS_FLAGS(LFS64) CS_FLAGS(LFS) CS(PATH) CS_FLAGS(XBS5_ILP32_OFF32) CS_FLAGS(XBS5_ILP32_OFFBIG) CS_FLAGS(XBS5_LP64_OFF64)
    CS_FLAGS(XBS5_LPBIG_OFFBIG) {NULL, 0}};

static bool conf_id(VM *vm, const ConfName *rows, Ref v, int *id)
{
    if (is_int(v)) return int_arg(vm, v, id);
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "configuration names must be strings or integers");
    for (; rows->name; rows++)
        if (str_equal_c(v, rows->name)) return *id = rows->id, true;
    return err_false(vm, EXC_ValueError, "unrecognized configuration name");
}

static Value number(VM *vm, long r) { return r == -1 && errno ? err_errno(vm, errno, NULL) : make_small(r); }

FN(fn_sysconf)
{
    int id;
    return conf_id(vm, sys_names, args[0], &id) ? (errno = 0, number(vm, sysconf(id))) : NO_VALUE;
}

FN(fn_pathconf)
{
    int id;
    PathArg p;
    if (!conf_id(vm, path_names, args[1], &id) || !path_arg(vm, "pathconf", "path", args[0], PATH_FD, &p)) return NULL;
    errno = 0;
    long r = p.bytes ? pathconf(path_c(&p), id) : fpathconf(p.fd, id);
    if (r == -1 && errno) return path_error(vm, &p);
    path_done(vm, &p);
    return make_small(r);
}

FN(fn_fpathconf)
{
    int id, fd;
    return int_arg(vm, args[0], &fd) && conf_id(vm, path_names, args[1], &id) ? (errno = 0, number(vm, fpathconf(fd, id))) : NO_VALUE;
}

FN(fn_confstr)
{
    int id;
    if (!conf_id(vm, text_names, args[0], &id)) return NULL;
    errno = 0;
    size_t size = confstr(id, NULL, 0);
    if (!size) return errno ? err_errno(vm, errno, NULL) : V_NONE;
    Value room = bytes_from(vm, NULL, (int64_t)size);
    if (room) confstr(id, (char *)as_bytes(room)->data, size);
    Value r = room ? path_text(vm, (const char *)as_bytes(room)->data) : NO_VALUE;
    release(vm, room);
    return r;
}

const NativeDef posix_conf_functions[] = {
    {"sysconf", fn_sysconf, "name, /", "A limit or a setting of the system, a number; -1: none.", 0},
    {"pathconf", fn_pathconf, "path, name", "A limit that holds where a file lies.", NATIVE_KW},
    {"fpathconf", fn_fpathconf, "fd, name, /", "A limit that holds where an open file lies.", 0},
    {"confstr", fn_confstr, "name, /", "A setting of the system, a text; None: it has none.", 0},
    {0},
};

static Value names_dict(VM *vm, const ConfName *rows)
{
    Value d = dict_new(vm);
    for (; d && rows->name; rows++)
        if (!dict_set_c(vm, d, rows->name, make_small(rows->id))) value_clear(vm, &d);
    return d;
}

bool posix_conf_open(VM *vm, Dict *ns)
{
    return module_add(vm, ns, "sysconf_names", names_dict(vm, sys_names)) && module_add(vm, ns, "pathconf_names", names_dict(vm, path_names)) &&
           module_add(vm, ns, "confstr_names", names_dict(vm, text_names));
}
