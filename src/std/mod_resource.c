/* mod_resource.c: the module resource: what the process has used, and its limits. */
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

#include "mod_posix.h"

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

Value resource_usage(VM *vm, const struct rusage *u)
{
    static const char *const fields[] = {"ru_utime", "ru_stime", "ru_maxrss", "ru_ixrss", "ru_idrss", "ru_isrss", "ru_minflt", "ru_majflt",
                                         "ru_nswap", "ru_inblock", "ru_oublock", "ru_msgsnd", "ru_msgrcv", "ru_nsignals", "ru_nvcsw", "ru_nivcsw"};
    const long counts[] = {u->ru_maxrss, u->ru_ixrss, u->ru_idrss, u->ru_isrss, u->ru_minflt, u->ru_majflt, u->ru_nswap, u->ru_inblock, u->ru_oublock,
                           u->ru_msgsnd, u->ru_msgrcv, u->ru_nsignals, u->ru_nvcsw, u->ru_nivcsw};
    Ref values[16] = {make_float(seconds(u->ru_utime)), make_float(seconds(u->ru_stime))};
    for (int i = 0; i < 14; i++) values[2 + i] = make_small(counts[i]);
    return structseq_make(vm, "resource.struct_rusage", fields, values, 16);
}

static Value fn_getrusage(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int who;
    struct rusage u;
    if (!int_arg(vm, args[0], &who)) return NO_VALUE;
    if (getrusage((__rusage_who_t)who, &u) < 0)
        return errno == EINVAL ? err_raise(vm, EXC_ValueError, "invalid who parameter") : err_errno(vm, errno, NULL);
    return resource_usage(vm, &u);
}

static Value limit_value(rlim_t v) { return make_small(v == RLIM_INFINITY || v > (rlim_t)SMALL_MAX ? -1 : (int64_t)v); }

static Value fn_getrlimit(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int which;
    struct rlimit r;
    if (!int_arg(vm, args[0], &which)) return NO_VALUE;
    if (which < 0 || which >= RLIM_NLIMITS) return err_raise(vm, EXC_ValueError, "invalid resource specified");
    if (getrlimit((__rlimit_resource_t)which, &r) < 0) return err_errno(vm, errno, NULL);
    return tuple_of(vm, 2, (Ref)limit_value(r.rlim_cur), (Ref)limit_value(r.rlim_max));
}

static Value fn_setrlimit(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int which;
    int64_t soft, hard;
    if (!int_arg(vm, args[0], &which)) return NO_VALUE;
    if (which < 0 || which >= RLIM_NLIMITS) return err_raise(vm, EXC_ValueError, "invalid resource specified");
    Value pair = tuple_from_iter(vm, args[1]);
    if (!pair) return NO_VALUE;
    bool two = as_tuple(pair)->len == 2;
    bool ok = two && num_index_i64(vm, as_tuple(pair)->items[0], &soft) && num_index_i64(vm, as_tuple(pair)->items[1], &hard);
    release(vm, pair);
    if (!two) return err_raise(vm, EXC_ValueError, "expected a tuple of 2 integers");
    if (!ok) return NO_VALUE;
    struct rlimit r = {(rlim_t)soft, (rlim_t)hard};
    if (setrlimit((__rlimit_resource_t)which, &r) == 0) return V_NONE;
    if (errno == EINVAL) return err_raise(vm, EXC_ValueError, "current limit exceeds maximum limit");
    if (errno == EPERM) return err_raise(vm, EXC_ValueError, "not allowed to raise maximum limit");
    return err_errno(vm, errno, NULL);
}

static Value fn_getpagesize(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(sysconf(_SC_PAGESIZE)); }

static const NativeDef functions[] = {
    {"getrusage", fn_getrusage, "who, /", "What a process has used.", 0},
    {"getrlimit", fn_getrlimit, "resource, /", "Return a tuple (soft, hard) with the current limits.", 0},
    {"setrlimit", fn_setrlimit, "resource, limits, /", "Set new limits.", 0},
    {"getpagesize", fn_getpagesize, "", "The number of bytes of a page of memory.", 0},
    {0},
};
#define INT(name) {#name, CONST_INT, name, 0, NULL}
static const ModuleConst constants[] = {
    INT(RUSAGE_SELF), INT(RUSAGE_CHILDREN), INT(RUSAGE_THREAD), INT(RLIMIT_CPU), INT(RLIMIT_FSIZE), INT(RLIMIT_DATA), INT(RLIMIT_STACK),
    INT(RLIMIT_CORE), INT(RLIMIT_RSS), INT(RLIMIT_NPROC), INT(RLIMIT_NOFILE), INT(RLIMIT_MEMLOCK), INT(RLIMIT_AS),
    {"RLIM_INFINITY", CONST_INT, -1, 0, NULL}, {0},
};
static bool init(VM *vm, Ref module, Dict *ns) { return dict_set_c(vm, REF(ns), "error", REF(vm->exc_types[EXC_OSError])); }
const ModuleDef resource_module = {.name = "resource", .doc = "What the process has used, and its limits.", .functions = functions, .constants = constants, .init = init};
